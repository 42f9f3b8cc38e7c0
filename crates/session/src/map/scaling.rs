//! A first layout by multidimensional scaling on pivots: the two directions in which the distances differ most.

use super::Point;
use super::graph::UNMET;
use super::pivots::Pivots;

/// Rounds of the power method; the matrix is tiny.
const ROUNDS: usize = 200;

/// Places for all nodes.
pub(super) fn scale(pivots: &Pivots, len: usize) -> Vec<Point> {
    let columns: Vec<Vec<f64>> = centred(pivots, len);
    let count = columns.len();
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f64>();
    let mut matrix = vec![vec![0.0; count]; count];
    for i in 0..count {
        for j in i..count {
            let product = dot(&columns[i], &columns[j]);
            matrix[i][j] = product;
            matrix[j][i] = product;
        }
    }
    let mut places = vec![Point::default(); len];
    for axis in 0..2 {
        let vector = leading(&matrix, axis);
        let mut strength = 0.0;
        for i in 0..count {
            strength += vector[i] * dot(&matrix[i], &vector);
        }
        for i in 0..count {
            for j in 0..count {
                matrix[i][j] -= strength * vector[i] * vector[j];
            }
        }
        for (node, place) in places.iter_mut().enumerate() {
            let value = (0..count).map(|i| columns[i][node] * vector[i]).sum::<f64>();
            if axis == 0 { place.x = value } else { place.y = value }
        }
    }
    places
}

/// Squared distances with the means of rows and columns taken away.
fn centred(pivots: &Pivots, len: usize) -> Vec<Vec<f64>> {
    let square = |&d: &u16| if d == UNMET { 0.0 } else { f64::from(d) * f64::from(d) };
    let mut columns: Vec<Vec<f64>> =
        pivots.distances.iter().map(|distances| distances.iter().map(square).collect()).collect();
    let count = columns.len() as f64;
    let mut rows = vec![0.0; len];
    for column in &columns {
        for (row, value) in rows.iter_mut().zip(column) {
            *row += value / count;
        }
    }
    let whole = rows.iter().sum::<f64>() / len as f64;
    for column in &mut columns {
        let mean = column.iter().sum::<f64>() / len as f64;
        for (value, row) in column.iter_mut().zip(&rows) {
            *value = -0.5 * (*value - row - mean + whole);
        }
    }
    columns
}

/// The leading direction of a symmetric matrix, from a fixed beginning.
fn leading(matrix: &[Vec<f64>], axis: usize) -> Vec<f64> {
    let count = matrix.len();
    let mut vector: Vec<f64> = (0..count).map(|i| 1.0 + ((i * 7 + axis * 3) % 11) as f64 / 11.0).collect();
    for _ in 0..ROUNDS {
        let next: Vec<f64> =
            matrix.iter().map(|row| row.iter().zip(&vector).map(|(a, b)| a * b).sum()).collect();
        let length = next.iter().map(|x: &f64| x * x).sum::<f64>().sqrt();
        if length < 1e-12 {
            break;
        }
        vector = next.into_iter().map(|x| x / length).collect();
    }
    vector
}
