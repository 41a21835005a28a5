//! A heap as a drawing: boxes and arrows, laid out by `layout-rs`. Colours come from the style
//! sheet of the page.

use crate::debug::heap::{HeapBox, HeapView};
use layout::core::base::Orientation;
use layout::core::format::{ClipHandle, RenderBackend, Visible};
use layout::core::geometry::Point;
use layout::core::style::{LineStyleKind, StyleAttr};
use layout::std_shapes::shapes::{Arrow, Element, LineEndKind, RecordDef, ShapeKind};
use layout::topo::layout::VisualGraph;
use maud::{Markup, html};
use std::fmt::Write;

/// The font size for which the layout is computed: its characters are as wide as they are high.
const FONT: usize = 8;

/// The longest text of a row; the rest is in its tooltip.
const MAX_TEXT: usize = 44;

/// The margin of the drawing.
const MARGIN: f64 = 12.0;

/// The arrows of a layout, as paths; boxes are drawn from their positions.
#[derive(Default)]
struct Arrows {
    paths: Vec<String>,
}

impl RenderBackend for Arrows {
    fn draw_rect(
        &mut self,
        _xy: Point,
        _size: Point,
        _look: &StyleAttr,
        _properties: Option<String>,
        _clip: Option<ClipHandle>,
    ) {
    }

    fn draw_line(&mut self, _: Point, _: Point, _: &StyleAttr, _: Option<String>) {}

    fn draw_circle(&mut self, _: Point, _: Point, _: &StyleAttr, _: Option<String>) {}

    fn draw_text(&mut self, _: Point, _: &str, _: &StyleAttr) {}

    fn draw_arrow(
        &mut self,
        path: &[(Point, Point)],
        _dashed: bool,
        head: (bool, bool),
        _look: &StyleAttr,
        _properties: Option<String>,
        _text: &str,
    ) {
        if let Some(path) = curve(path, head) {
            self.paths.push(path);
        }
    }

    fn create_clip(&mut self, _: Point, _: Point, _: usize) -> ClipHandle {
        0
    }
}

/// A Bézier curve of a layout's path: the start with its exit, then for each further point its
/// entry and itself. It is turned round if its head is at the start, as the layout does with arrows
/// that would close a cycle.
fn curve(path: &[(Point, Point)], head: (bool, bool)) -> Option<String> {
    let [first, second, rest @ ..] = path else {
        return None;
    };
    // All points in the order of drawing: a point of the curve at each third position.
    let mut points = vec![first.0, first.1, second.0, second.1];
    let mut exit = mirrored(second.1, second.0);
    for (entry, point) in rest {
        points.extend([exit, *entry, *point]);
        exit = mirrored(*point, *entry);
    }
    if head.0 && !head.1 {
        points.reverse();
    }
    let mut points = points.into_iter();
    let start = points.next()?;
    let mut text = format!("M{:.1} {:.1}", start.x, start.y);
    for (number, point) in points.enumerate() {
        let word = if number % 3 == 0 { "C" } else { "" };
        let _ = write!(text, " {word}{:.1} {:.1}", point.x, point.y);
    }
    Some(text)
}

fn mirrored(center: Point, point: Point) -> Point {
    Point::new(2.0 * center.x - point.x, 2.0 * center.y - point.y)
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
    let text = match full.chars().count() > MAX_TEXT {
        true => full.chars().take(MAX_TEXT - 1).chain("…".chars()).collect(),
        false => full.clone(),
    };
    Row { class, text, full }
}

/// The drawing; what is new since the heap before is marked.
pub(super) fn drawing(heap: &HeapView, before: Option<&HeapView>) -> Markup {
    let boxes: Vec<Vec<Row>> = heap.boxes.iter().map(rows).collect();
    let mut graph = VisualGraph::new(Orientation::LeftToRight);
    let look = StyleAttr {
        font_size: FONT,
        ..StyleAttr::simple()
    };
    let mut handles = Vec::new();
    for rows in &boxes {
        let texts = (0..).zip(rows).map(|(number, row): (usize, &Row)| {
            RecordDef::new_text_with_port(&row.text, &number.to_string())
        });
        let shape = ShapeKind::new_record(&RecordDef::Array(texts.collect()));
        // The rows of a box are below one another.
        let element = Element::create(shape, look.clone(), Orientation::TopToBottom, Point::zero());
        handles.push(graph.add_node(element));
    }
    for (from, of) in handles.iter().zip(&heap.boxes) {
        for (number, held) in (1..).zip(&of.rows) {
            let number: usize = number;
            let to = held.target.and_then(|target| handles.get(target));
            // The layout has no arrows from a box to itself.
            if let Some(to) = to.filter(|to| *to != from) {
                let arrow = Arrow {
                    start: LineEndKind::None,
                    end: LineEndKind::Arrow,
                    line_style: LineStyleKind::Normal,
                    look: look.clone(),
                    src_port: Some(number.to_string()),
                    ..Arrow::default()
                };
                graph.add_edge(arrow, *from, *to);
            }
        }
    }
    let mut arrows = Arrows::default();
    if !handles.is_empty() {
        graph.do_it(false, false, false, &mut arrows);
    }
    let mut drawn = Vec::new();
    let (mut width, mut height) = (0.0_f64, 0.0_f64);
    for (handle, rows) in handles.iter().zip(&boxes) {
        let (from, to) = graph.element(*handle).position().bbox(false);
        (width, height) = (width.max(to.x), height.max(to.y));
        drawn.push((from, to, rows));
    }
    let loops = self_references(heap, &drawn);
    (width, height) = (width + MARGIN, height + MARGIN);
    let known = |text: &str| before.is_none_or(|before| has_row(before, text));
    html! {
        svg .heap viewBox=(format!("0 0 {width:.0} {height:.0}"))
            width=(format!("{width:.0}")) height=(format!("{height:.0}"))
            role="img" aria-label="The symbolic heap as boxes and arrows" {
            @for (from, to, rows) in &drawn {
                g .object {
                    rect x=(n(from.x)) y=(n(from.y)) width=(n(to.x - from.x))
                        height=(n(to.y - from.y)) rx="4" {}
                    @for (at, row) in (0_u32..).zip(rows.iter()) {
                        @let step = (to.y - from.y) / rows.len().max(1) as f64;
                        @let top = from.y + f64::from(at) * step;
                        @let class = match known(&row.full) {
                            true => row.class.to_owned(),
                            false => format!("{} new", row.class),
                        };
                        g class=(class) {
                            rect .row x=(n(from.x)) y=(n(top)) width=(n(to.x - from.x))
                                height=(n(step)) {}
                            text x=(n(from.x + 8.0)) y=(n(top + step / 2.0)) {
                                (row.text)
                                @if row.text != row.full { title { (row.full) } }
                            }
                        }
                    }
                }
            }
            @for path in arrows.paths.iter().chain(&loops) {
                path .arrow d=(path) marker-end="url(#head)" {}
            }
        }
        @if heap.left_out > 0 {
            p .left-out { (heap.left_out) " more are not drawn." }
        }
    }
}

/// Arrows of references from an object to itself.
fn self_references(heap: &HeapView, drawn: &[(Point, Point, &Vec<Row>)]) -> Vec<String> {
    let mut paths = Vec::new();
    for ((number, of), (from, to, rows)) in heap.boxes.iter().enumerate().zip(drawn) {
        let step = (to.y - from.y) / rows.len().max(1) as f64;
        for (at, held) in (1_u32..).zip(&of.rows) {
            if held.target == Some(number) {
                let (x, y) = (to.x, from.y + (f64::from(at) + 0.5) * step);
                let top = from.y + step / 2.0;
                paths.push(format!(
                    "M{x:.1} {y:.1} C{:.1} {y:.1} {:.1} {top:.1} {x:.1} {top:.1}",
                    x + 26.0,
                    x + 26.0
                ));
            }
        }
    }
    paths
}

/// Whether a heap has a row with this text.
fn has_row(heap: &HeapView, text: &str) -> bool {
    let mut boxes = heap.boxes.iter();
    boxes.any(|of| rows(of).iter().any(|row| row.full == text))
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

    #[test]
    fn an_empty_heap_is_an_empty_drawing() {
        let text = drawing(&HeapView::default(), None).into_string();
        assert!(!text.contains("rect"), "{text}");
    }
}
