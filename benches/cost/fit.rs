//! Power-law fits of growth.

/// The exponent `e` of the power law `cost = c · sizeᵉ` that fits the points (size,
/// cost), by least squares of the logarithms. `None` for fewer than two sizes or
/// non-positive values.
pub fn exponent(points: &[(f64, f64)]) -> Option<f64> {
    if points
        .iter()
        .any(|&(size, cost)| size <= 0.0 || cost <= 0.0)
    {
        return None;
    }
    let logs: Vec<(f64, f64)> = points.iter().map(|(x, y)| (x.ln(), y.ln())).collect();
    let mean = |part: fn(&(f64, f64)) -> f64| -> f64 {
        logs.iter().map(part).sum::<f64>() / logs.len() as f64
    };
    let (mean_x, mean_y) = (mean(|p| p.0), mean(|p| p.1));
    let spread: f64 = logs.iter().map(|(x, _)| (x - mean_x).powi(2)).sum();
    let common: f64 = logs.iter().map(|(x, y)| (x - mean_x) * (y - mean_y)).sum();
    (spread > 0.0).then(|| common / spread)
}
