//! A heap as a drawing: boxes and arrows. `rust-sugiyama` computes where the boxes are, as of a
//! layered graph; colours come from the style sheet of the page.

use super::cut;
use crate::debug::heap::{HeapBox, HeapView};
use maud::{Markup, html};
use rust_sugiyama::configure::Config;
use rust_sugiyama::from_vertices_and_edges;
use std::collections::BTreeSet;

/// The longest text of a row; the rest is in its tooltip.
const MAX_TEXT: usize = 44;

/// The width of a character, and the height of a row.
const CHARACTER: f64 = 7.3;
const ROW: f64 = 20.0;

/// The margin of the drawing, and the space between boxes.
const MARGIN: f64 = 10.0;
const BETWEEN_LAYERS: f64 = 56.0;
const BETWEEN_BOXES: f64 = 18.0;

/// The greatest distance of an arrow's control points from its ends.
const BEND: f64 = 40.0;

/// A box of the drawing.
#[derive(Clone, Copy, Debug)]
struct Area {
    left: f64,
    top: f64,
    width: f64,
    height: f64,
}

impl Area {
    fn right(self) -> f64 {
        self.left + self.width
    }

    /// The middle of a row.
    fn row(self, number: usize) -> f64 {
        #[allow(clippy::cast_precision_loss)] // there are few rows
        let number = number as f64;
        self.top + (number + 0.5) * ROW
    }
}

/// Where boxes of these widths and heights are, if they refer to one another.
fn areas(sizes: &[(f64, f64)], references: &[(u32, u32)]) -> Vec<Area> {
    // The library's layers are below one another; here they are side by side.
    let vertices = (0..).zip(sizes);
    let vertices = vertices.map(|(number, (width, height))| {
        (number, (height + BETWEEN_BOXES, width + BETWEEN_LAYERS))
    });
    let vertices: Vec<(u32, (f64, f64))> = vertices.collect();
    let config = Config {
        vertex_spacing: 0.0,
        ..Config::default()
    };
    let size = |number: usize| sizes.get(number).copied().unwrap_or_default();
    let mut parts = from_vertices_and_edges(&vertices, references, &config);
    // The parts of the graph in the order of their first boxes.
    let first = |part: &[(usize, (f64, f64))]| part.iter().map(|(number, _)| *number).min();
    parts.sort_by_key(|(part, ..)| first(part));
    let mut found: Vec<Option<Area>> = vec![None; sizes.len()];
    let mut bottom = MARGIN;
    for (part, ..) in parts {
        let placed = part.iter().map(|&(number, (y, x))| {
            let (width, height) = size(number);
            let area = Area {
                left: x - width / 2.0,
                top: y - height / 2.0,
                width,
                height,
            };
            (number, area)
        });
        let placed: Vec<(usize, Area)> = placed.collect();
        let least = |of: fn(Area) -> f64| {
            let values = placed.iter().map(|(_, area)| of(*area));
            values.fold(f64::INFINITY, f64::min)
        };
        let (left, top) = (least(|area| area.left), least(|area| area.top));
        let start = bottom;
        for (number, area) in placed {
            let area = Area {
                left: area.left - left + MARGIN,
                top: area.top - top + start,
                ..area
            };
            bottom = bottom.max(area.top + area.height + BETWEEN_BOXES);
            if let Some(place) = found.get_mut(number) {
                *place = Some(area);
            }
        }
    }
    let empty = Area {
        left: MARGIN,
        top: MARGIN,
        width: 0.0,
        height: 0.0,
    };
    found
        .into_iter()
        .map(|area| area.unwrap_or(empty))
        .collect()
}

/// An arrow from a row of a box to the title of another, or of the same.
fn arrow(from: Area, row: usize, to: Area) -> String {
    let (y, end) = (from.row(row), to.row(0));
    if to.left >= from.right() {
        let (x, end_x) = (from.right(), to.left);
        let bend = BEND.min((end_x - x) / 2.0);
        return curve([(x, y), (x + bend, y), (end_x - bend, end), (end_x, end)]);
    }
    if to.right() <= from.left {
        let (x, end_x) = (from.left, to.right());
        let bend = BEND.min((x - end_x) / 2.0);
        return curve([(x, y), (x - bend, y), (end_x + bend, end), (end_x, end)]);
    }
    let (x, end_x) = (from.right(), to.right());
    let bend = x.max(end_x) + BEND * 0.7;
    curve([(x, y), (bend, y), (bend, end), (end_x, end)])
}

fn curve(points: [(f64, f64); 4]) -> String {
    let [start, first, second, end] = points.map(|(x, y)| format!("{x:.1} {y:.1}"));
    format!("M{start} C{first} {second} {end}")
}

/// A drawn row.
struct Row {
    class: &'static str,
    text: String,
    full: String,
}

fn rows(of: &HeapBox) -> Vec<Row> {
    let names = of.names.join(", ");
    let title = match names.is_empty() {
        true => of.title.clone(),
        false if names == of.title => names,
        false => format!("{names} = {}", of.title),
    };
    let mut rows = vec![row("title", title)];
    for held in &of.rows {
        let amount = held.amount.as_ref();
        let amount = amount.map_or_else(String::new, |amount| format!(" ({amount})"));
        rows.push(match &held.value {
            _ if held.target.is_some() => row("link", format!("{}{amount} •", held.place)),
            Some(value) => row("cell", format!("{}{amount} ↦ {value}", held.place)),
            None => row("folded", format!("{}{amount}", held.place)),
        });
    }
    rows
}

fn row(class: &'static str, full: String) -> Row {
    let text = cut(&full, MAX_TEXT);
    Row { class, text, full }
}

/// The drawing; what is new since the heap before is marked.
pub(super) fn drawing(heap: &HeapView, before: Option<&HeapView>) -> Markup {
    let boxes: Vec<Vec<Row>> = heap.boxes.iter().map(rows).collect();
    let sizes: Vec<(f64, f64)> = boxes.iter().map(|rows| size(rows)).collect();
    let areas = areas(&sizes, &references(heap));
    let mut arrows = Vec::new();
    for (from, of) in areas.iter().zip(&heap.boxes) {
        for (row, held) in (1..).zip(&of.rows) {
            if let Some(to) = held.target.and_then(|target| areas.get(target)) {
                arrows.push(arrow(*from, row, *to));
            }
        }
    }
    let right = areas.iter().map(|area| area.right()).fold(0.0, f64::max);
    let bottom = areas.iter().map(|area| area.top + area.height);
    // Arrows to the same layer bend to the right.
    let (width, height) = (right + BEND, bottom.fold(0.0, f64::max) + MARGIN);
    let known: Option<BTreeSet<(&str, String)>> = before.map(|before| {
        let boxes = before.boxes.iter();
        let rows = boxes.flat_map(|of| rows(of).into_iter().map(|row| (&*of.title, row.full)));
        rows.collect()
    });
    let is_new = |of: &HeapBox, row: &Row| {
        let known = known.as_ref();
        known.is_some_and(|known| !known.contains(&(&*of.title, row.full.clone())))
    };
    html! {
        svg .heap viewBox=(format!("0 0 {width:.0} {height:.0}"))
            width=(format!("{width:.0}")) height=(format!("{height:.0}"))
            role="img" aria-label="The symbolic heap as boxes and arrows" {
            @for ((area, rows), of) in areas.iter().zip(&boxes).zip(&heap.boxes) {
                g .object {
                    rect x=(n(area.left)) y=(n(area.top)) width=(n(area.width))
                        height=(n(area.height)) rx="4" {}
                    @for (number, row) in rows.iter().enumerate() {
                        @let class = if is_new(of, row) { format!("{} new", row.class) } else { row.class.to_owned() };
                        g class=(class) {
                            rect .row x=(n(area.left)) y=(n(area.row(number) - ROW / 2.0))
                                width=(n(area.width)) height=(n(ROW)) {}
                            text x=(n(area.left + CHARACTER)) y=(n(area.row(number))) {
                                (row.text)
                                @if row.text != row.full { title { (row.full) } }
                            }
                        }
                    }
                }
            }
            @for path in &arrows { path .arrow d=(path) marker-end="url(#head)" {} }
        }
        @if heap.left_out > 0 {
            p .left-out { (heap.left_out) " more are not drawn." }
        }
    }
}

/// The width and the height of a box with these rows.
fn size(rows: &[Row]) -> (f64, f64) {
    let characters = rows.iter().map(|row| row.text.chars().count()).max();
    let (characters, count) = (characters.unwrap_or(0) + 2, rows.len());
    #[allow(clippy::cast_precision_loss)] // both are small
    let (characters, count) = (characters as f64, count as f64);
    (characters * CHARACTER, count * ROW)
}

/// The references between different boxes, each once.
fn references(heap: &HeapView) -> Vec<(u32, u32)> {
    let mut references = Vec::new();
    for (from, of) in (0_u32..).zip(&heap.boxes) {
        for target in of.rows.iter().filter_map(|held| held.target) {
            let Ok(to) = u32::try_from(target) else {
                continue;
            };
            let is_new = !references.contains(&(from, to));
            if to != from && target < heap.boxes.len() && is_new {
                references.push((from, to));
            }
        }
    }
    references
}

fn n(number: f64) -> String {
    format!("{number:.1}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::debug::heap::HeapRow;

    fn link(place: &str, target: usize) -> HeapRow {
        HeapRow {
            place: place.to_owned(),
            amount: None,
            value: Some("x".to_owned()),
            target: Some(target),
        }
    }

    fn heap(boxes: Vec<Vec<HeapRow>>) -> HeapView {
        let boxes = boxes.into_iter().enumerate().map(|(number, rows)| HeapBox {
            title: format!("o<{number}>"),
            names: Vec::new(),
            rows,
        });
        HeapView {
            boxes: boxes.collect(),
            left_out: 0,
        }
    }

    #[test]
    fn every_reference_has_an_arrow_in_cycles_too() {
        let heap = heap(vec![
            vec![link("next", 1), link("own", 0)],
            vec![link("next", 2)],
            vec![link("next", 0), link("first", 1)],
        ]);
        let text = drawing(&heap, None).into_string();
        assert_eq!(text.matches("marker-end").count(), 5, "{text}");
        assert!(text.contains("o&lt;0&gt;") && !text.contains("o<0>"));
        assert!(!text.contains("NaN"), "{text}");
    }

    #[test]
    fn drawings_do_not_depend_on_chance() {
        let many: Vec<Vec<HeapRow>> = (0..20)
            .map(|n: usize| vec![link("a", n * 7 % 20), link("b", n * 3 % 20)])
            .collect();
        let first = drawing(&heap(many.clone()), None).into_string();
        assert_eq!(first, drawing(&heap(many), None).into_string());
    }

    /// Boxes do not overlap, whatever refers to what.
    #[test]
    fn boxes_of_random_heaps_do_not_overlap() {
        let mut seed: u64 = 88_172_645_463_325_252;
        let mut next = |below: u64| {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            seed % below
        };
        for _ in 0..400 {
            let count = 1 + usize::try_from(next(24)).unwrap_or(0);
            let mut target = || usize::try_from(next(count as u64)).unwrap_or(0);
            let boxes: Vec<Vec<HeapRow>> = (0..count)
                .map(|n| (0..n % 4).map(|_| link("next", target())).collect())
                .collect();
            let heap = heap(boxes);
            let sizes: Vec<_> = heap.boxes.iter().map(|of| size(&rows(of))).collect();
            let areas = areas(&sizes, &references(&heap));
            for (number, a) in areas.iter().enumerate() {
                assert!(a.left.is_finite() && a.top >= 0.0 && a.left >= 0.0);
                for b in areas.iter().skip(number + 1) {
                    let apart = a.right() <= b.left
                        || b.right() <= a.left
                        || a.top + a.height <= b.top
                        || b.top + b.height <= a.top;
                    assert!(apart, "{a:?} {b:?}");
                }
            }
        }
    }

    #[test]
    fn an_empty_heap_is_an_empty_drawing() {
        let text = drawing(&HeapView::default(), None).into_string();
        assert!(!text.contains("rect"), "{text}");
    }
}
