"use strict";
// Shows one state of one execution at a time. Everything that it shows is in the page already.
(() => {
  const executions = [...document.querySelectorAll(".execution")];
  const root = document.documentElement;
  root.classList.add("js");
  if (executions.length === 0) {
    root.classList.add("plain");
    return;
  }
  const steps = new Map(executions.map((of) => [of, [...of.querySelectorAll(".state")]]));
  let current = null;

  const fails = (state) => state.classList.contains("fails");

  // The heap of a state that is the same as an earlier one is drawn there.
  const draw = (state) => {
    for (const graph of state.querySelectorAll(".graph[data-same]")) {
      const same = document.getElementById(graph.dataset.same);
      if (same) {
        graph.replaceChildren(...[...same.childNodes].map((node) => node.cloneNode(true)));
        graph.removeAttribute("data-same");
      }
    }
  };

  const show = (state, scrolls = true) => {
    if (!state) return;
    for (const old of document.querySelectorAll(".current, .here")) {
      old.classList.remove("current", "here");
    }
    const execution = state.closest(".execution");
    draw(state);
    execution.classList.add("current");
    state.classList.add("current");
    const link = execution.querySelector(`.tree a[data-step="${state.dataset.step}"]`);
    if (link) {
      link.classList.add("current");
      const tree = link.closest(".tree");
      const [inner, outer] = [link.getBoundingClientRect(), tree.getBoundingClientRect()];
      if (inner.top < outer.top || inner.bottom > outer.bottom) {
        tree.scrollTop += inner.top - outer.top - outer.height / 2;
      }
    }
    const line = document.getElementById(state.dataset.line);
    if (line) {
      line.classList.add("here");
      if (scrolls) line.scrollIntoView({ block: "nearest" });
    }
    // Not at first: the browser would go to the state, and hide the title.
    if (current) history.replaceState(null, "", `#${state.id}`);
    current = state;
  };

  const execution = () => current.closest(".execution");
  // Along the path; at its end, to the next one.
  const next = () => {
    const all = steps.get(execution());
    const child = all.find((state) => state.dataset.parent === current.dataset.step);
    show(child ?? all[all.indexOf(current) + 1]);
  };
  const previous = () => {
    const all = steps.get(execution());
    show(all.find((state) => state.dataset.step === current.dataset.parent));
  };
  const all = executions.flatMap((of) => steps.get(of));
  const failure = (by) => {
    const at = all.indexOf(current);
    const ahead = by > 0 ? all.slice(at + 1) : all.slice(0, at).reverse();
    show(ahead.find(fails));
  };
  const member = () => {
    const next = executions[(executions.indexOf(execution()) + 1) % executions.length];
    show(steps.get(next)[0]);
  };
  const keys = {
    n: next, ArrowRight: next, j: next,
    p: previous, ArrowLeft: previous, k: previous,
    f: () => failure(1), b: () => failure(-1), m: member,
  };
  document.addEventListener("keydown", (event) => {
    const act = keys[event.key];
    if (act && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      act();
    }
  });

  const target = () => {
    const of = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!of) return null;
    if (of.classList.contains("state")) return of;
    return of.classList.contains("execution") ? steps.get(of).find(fails) ?? steps.get(of)[0] : null;
  };
  addEventListener("hashchange", () => show(target(), false));
  show(target() ?? all.find(fails) ?? all[0], false);
})();
