"use strict";
// How often A and B went wrong for each cause.

function causesCounted() {
  const sides = [state.a, state.b];
  const countsOf = sides.map(() => new Map());
  // Others cost precision alone, and are no part of the anaphors.
  const ofAnaphors = new Set();
  let anaphors = 0;
  return {
    add(row) {
      anaphors += isAnaphor(row);
      for (const [side, resolver] of sides.entries()) {
        const cause = row.cause(resolver);
        countOne(countsOf[side], cause);
        if (isAnaphor(row)) ofAnaphors.add(cause);
      }
    },
    draw: () => drawCauses(sides, countsOf, (cause) => (ofAnaphors.has(cause) ? anaphors : 0)),
  };
}

/** @param anaphorsOf gives how many anaphors there are that could be wrong by a cause. */
function drawCauses(sides, countsOf, anaphorsOf) {
  const names = [...new Set(countsOf.flatMap((counts) => [...counts.keys()]))].sort((one, other) => (countsOf[0].get(other) || 0) - (countsOf[0].get(one) || 0));
  const most = Math.max(1, ...countsOf.flatMap((counts) => [...counts.values()]));
  const cells = (counts, name, side) => {
    const number = counts.get(name) || 0;
    return [element("td", {class: "right"}, String(number)), element("td", {class: "right"}, percent(number, anaphorsOf(name))), element("td", {}, number ? element("span", {class: `bar ${side}`, style: `width: ${(8 * number) / most}rem`}) : null)];
  };
  byId("causes").replaceChildren(scrolling("Causes", element("table", {},
    element("thead", {}, element("tr", {}, element("th", {scope: "col"}, "cause"), ...sides.flatMap((resolver, side) => [element("th", {scope: "col", class: "right"}, `${"AB"[side]} ${resolverName(resolver)}`), element("th", {scope: "col", class: "right"}, "% of anaphors"), element("th")]))),
    element("tbody", {}, ...names.map((name) => element("tr", {}, element("td", {}, element("button", {type: "button", onclick: () => filterBy({cause: name})}, name)), ...cells(countsOf[0], name, "a"), ...cells(countsOf[1], name, "b")))))));
}

whenCounted(causesCounted);
