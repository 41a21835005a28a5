//! Markdown tables.

/// A table whose first column is left-aligned and the others (numbers) right-aligned,
/// padded for reading as plain text.
pub fn markdown(head: &[&str], rows: &[Vec<String>]) -> String {
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        let widest = cells.map(|cell| cell.chars().count()).max().unwrap_or(0);
        widest.max(head[column].chars().count()).max(3)
    };
    let line = |cells: &[String]| {
        let cells = cells.iter().enumerate().map(|(column, cell)| {
            let width = width(column);
            match column {
                0 => format!("{cell:<width$}"),
                _ => format!("{cell:>width$}"),
            }
        });
        format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
    };
    let head_cells: Vec<String> = head.iter().map(|&cell| cell.to_owned()).collect();
    let rule: Vec<String> = (0..head.len())
        .map(|column| match column {
            0 => "-".repeat(width(0)),
            _ => format!("{}:", "-".repeat(width(column) - 1)),
        })
        .collect();
    let body: String = rows.iter().map(|row| line(row)).collect();
    format!("{}{}{body}", line(&head_cells), line(&rule))
}
