// Steps through a battle. The page holds every version of every slot; a step says which version each slot shows.
"use strict";
(async () => {
const find = id => document.getElementById(id);
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
function set(element, values) {
  for (const key in values) element.setAttribute(key, values[key]);
}
const chart = find("chart"), slider = find("position");
const calm = matchMedia("(prefers-reduced-motion: reduce)");

async function unpacked(block) {
  if (block.type !== "text/plain") return block.textContent;
  const bytes = Uint8Array.from(atob(block.textContent), letter => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
}

// Slots. `versions[slot]` lists the steps at which the slot changed, and the fragment from then on.
let slots, fragments, steps, moments, windows, strip, table, last, versions, places, articles, trackSlots;
const shown = {}, wakesDrawn = new Map(), paths = new Map();
async function readPage() {
  ({ slots, fragments, steps, moments, windows, strip, table } = JSON.parse(await unpacked(find("data"))));
  last = moments.length - 1;
  versions = slots.map(() => ({ at: [], fragment: [] }));
  steps.forEach((changes, step) => {
    for (let i = 0; i < changes.length; i += 2) {
      versions[changes[i]].at.push(step);
      versions[changes[i]].fragment.push(changes[i + 1]);
    }
  });
  places = new Map(all("[data-slot]").map(place => [place.dataset.slot, place]));
  articles = moments.map(moment => find("e" + moment[2]));
  trackSlots = slots.map((name, slot) => [name, slot]).filter(([name]) => name.startsWith("t:"));
}
await readPage();

function lastAtOrBefore(list, step) {
  let low = 0, high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle] <= step) low = middle + 1; else high = middle;
  }
  return low - 1;
}
function fragmentAt(slot, step) {
  const found = lastAtOrBefore(versions[slot].at, step);
  return found < 0 ? 0 : versions[slot].fragment[found];
}

// The present step.
let now = last;
const label = ([turn, segment, entry]) => `Turn ${turn}, ${segment}` + (entry ? `, entry ${entry}` : "");

function show(step, { runs = false, keepsLog = false } = {}) {
  now = Math.max(0, Math.min(last, step));
  const moved = [], focused = document.activeElement, home = focused.closest("[data-slot]");
  slots.forEach((name, slot) => {
    const fragment = fragments[fragmentAt(slot, now)];
    if (fragment === shown[name]) return;
    shown[name] = fragment;
    const place = places.get(name);
    if (!place) return;
    place.innerHTML = fragment;
    if (name.startsWith("t:") && fragment) moved.push(name.slice(2));
  });
  drawWakes();
  if (runs) runAlongTracks(moved);
  markTabStop();
  // What had the focus may have been drawn anew.
  if (home && !focused.isConnected) (home.querySelector("a, .ship") || slider).focus({ preventScroll: true });
  slider.value = now;
  slider.setAttribute("aria-valuetext", label(moments[now]));
  find("count").textContent = `${label(moments[now])} (${now + 1} of ${moments.length})`;
  showResults();
  markLog(keepsLog);
  markStrip();
  if (follows) fit(); else placeNames();
}
function showResults() {
  const article = articles[now], results = find("results");
  if (results.contains(document.activeElement)) results.focus();
  results.replaceChildren();
  for (const child of article ? article.children : []) {
    if (!child.matches("a")) results.append(child.cloneNode(true));
  }
  if (!results.firstChild) results.textContent = `Turn ${moments[now][0]}, ${moments[now][3]}. ${moments[now][1]}.`;
}
let marked = last;
function markLog(keepsLog) {
  for (let step = Math.min(marked, now); step <= Math.max(marked, now); step++) {
    articles[step]?.classList.toggle("later", step > now);
  }
  articles[marked]?.classList.remove("now");
  const article = articles[now], pane = find("more");
  article?.classList.add("now");
  marked = now;
  if (article && !keepsLog && !find("panel-log").hidden && pane.scrollHeight > pane.clientHeight) {
    pane.scrollTop = Math.max(0, article.offsetTop - pane.offsetTop - 80);
  }
}
function speak() {
  const results = find("results").textContent.trim().replace(/\s+/g, " ").slice(0, 220);
  find("speech").textContent = `${label(moments[now])}. ${results}`;
}

// Earlier tracks of a ship are its wake. They are in the page already, as earlier fragments of its track.
function pathOf(fragment) {
  if (!paths.has(fragment)) paths.set(fragment, fragments[fragment].split(' d="')[1]?.split('"')[0] ?? "");
  return paths.get(fragment);
}
function drawWakes() {
  for (const [name, slot] of trackSlots) {
    const { at, fragment } = versions[slot];
    const current = lastAtOrBefore(at, now);
    if (wakesDrawn.get(slot) === current) continue;
    wakesDrawn.set(slot, current);
    const earlier = new Set(fragment.slice(0, Math.max(0, current)).map(pathOf));
    if (current >= 0) earlier.delete(pathOf(fragment[current]));
    const place = places.get("w:" + name.slice(2)), wake = [...earlier].join("");
    if (place) place.innerHTML = wake && `<path class="wake" d="${wake}"/>`;
  }
}
function runAlongTracks(ids) {
  if (calm.matches) return;
  const start = performance.now(), ships = [];
  for (const id of ids) {
    const ship = places.get("m:" + id)?.querySelector(".ship"), path = places.get("t:" + id)?.querySelector("path");
    if (ship && path) ships.push({ ship, path, length: path.getTotalLength(), end: ship.getAttribute("transform") });
  }
  const frame = time => {
    const share = Math.max(0, Math.min(1, (time - start) / 650)), eased = share * (2 - share);
    for (const { ship, path, length, end } of ships) {
      if (share === 1) { ship.setAttribute("transform", end); continue; }
      const [before, at, after] = [-1, 0, 1].map(d => path.getPointAtLength(length * eased + d));
      const heading = Math.atan2(after.y - before.y, after.x - before.x) * 180 / Math.PI;
      ship.setAttribute("transform", `translate(${at.x} ${at.y})rotate(${heading})`);
    }
    if (share < 1) requestAnimationFrame(frame);
  };
  if (ships.length) requestAnimationFrame(frame);
}

// The part of the chart on screen, in tenths of an inch. `--u` is the size of a pixel.
let view = windows[last], follows = true;
const screen = () => chart.getBoundingClientRect();
const letterSize = () => parseFloat(getComputedStyle(chart).fontSize);
// Shows a part of the table, with a margin of pixels: left, right, top and bottom.
function setView([x, y, width, height], [left, right, top, bottom] = [0, 0, 0, 0]) {
  const { width: w = 360, height: h = 300 } = screen();
  const unit = Math.max(width / Math.max(60, w - left - right), height / Math.max(60, (h || 300) - top - bottom));
  view = [x + (width - unit * (w + left - right)) / 2, y + (height - unit * (h + top - bottom)) / 2, unit * w, unit * h];
  chart.setAttribute("viewBox", view.map(number => number.toFixed(3)).join(" "));
  chart.style.setProperty("--u", unit.toFixed(5));
  placeNames();
}
function follow(on) {
  follows = on;
  find("follow").setAttribute("aria-pressed", on);
}
function fit() {
  follow(true);
  setView(windows[now], [0, Math.min(60, screen().width * 0.16), 0, 0]);
}
function wholeTable() {
  follow(false);
  // The inches stand left of the table and below it, the buttons right of it.
  const letter = letterSize();
  setView([0, 0, ...table], [letter * 1.9 + 6, find("zoom").offsetWidth + 12, letter * 0.6, letter * 1.9]);
}
function pan(right, down) {
  follow(false);
  setView([view[0] + right * view[2], view[1] + down * view[3], view[2], view[3]]);
}
function zoom(factor, centre) {
  follow(false);
  const [x, y, width, height] = view, [cx, cy] = centre || [x + width / 2, y + height / 2];
  const share = Math.min(Math.max(width * factor, 30), table[0] * 2.2) / width;
  setView([cx - (cx - x) * share, cy - (cy - y) * share, width * share, height * share]);
}
function onChart({ clientX, clientY }) {
  const { left, top, width, height } = screen();
  return [view[0] + (clientX - left) / width * view[2], view[1] + (clientY - top) / height * view[3]];
}

// Names stand beside their ships, clear of ships, buttons and one another.
const pen = document.createElement("canvas").getContext("2d"), widths = new Map();
function widthOf(name, letter) {
  const text = name.textContent;
  if (!widths.has(text)) {
    pen.font = "italic 100px " + getComputedStyle(chart).fontFamily;
    const italic = pen.measureText(text).width;
    pen.font = pen.font.replace("italic ", "");
    widths.set(text, Math.max(italic, pen.measureText(text).width) / 100);
  }
  return widths.get(text) * letter + 3;
}
const SIDES = [[1, 0, "start"], [-1, 0, "end"], [0, 1, "middle"], [0, -1, "middle"],
  [0.8, 0.8, "start"], [0.8, -0.8, "start"], [-0.8, 0.8, "end"], [-0.8, -0.8, "end"]];
function placeNames() {
  const unit = Number(chart.style.getPropertyValue("--u")) || 0.1, { width, height, left: chartLeft, top: chartTop } = screen();
  if (!width) return;
  const letter = letterSize(), line = letter * 1.25;
  const left = view[0] / unit, top = view[1] / unit;
  const isOnScreen = (x, y) => x > left && x < left + width && y > top && y < top + height;
  const fits = box => box.x >= left + 2 && box.y >= top + 2
    && box.x + box.w <= left + width - 2 && box.y + box.h <= top + height - 2;
  const overlap = (a, b) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
  const gap = (box, [x, y]) =>
    Math.hypot(Math.max(box.x - x, 0, x - box.x - box.w), Math.max(box.y - y, 0, y - box.y - box.h));
  const buttons = find("zoom").getBoundingClientRect(), ships = new Map();
  const taken = [{ x: left + buttons.left - chartLeft - 4, y: top, w: width, h: buttons.bottom - chartTop + 4 }];
  for (const ship of shipsDrawn()) {
    const x = Number(ship.dataset.x) / unit, y = Number(ship.dataset.y) / unit;
    ships.set(ship.dataset.id, [x, y]);
    taken.push({ x: x - 9, y: y - 9, w: 18, h: 18 });
  }
  const crowd = [...ships.values()].filter(([x, y]) => isOnScreen(x, y)).length;
  const distances = crowd * 9000 > width * height * 1.2 ? [1] : crowd > 24 ? [1, 1.7] : [1, 1.9, 2.9];
  const names = all(".name", chart).sort((a, b) => (b.dataset.leads ? 1 : 0) - (a.dataset.leads ? 1 : 0));
  for (const name of names) {
    const ship = ships.get(name.dataset.of), leader = name.previousElementSibling;
    if (!ship) continue;
    const [x, y] = ship, w = widthOf(name, letter), radius = Math.max(10, 7.5 / unit);
    let found = null;
    search: for (const distance of isOnScreen(x, y) ? distances : []) {
      for (const [dx, dy, anchor] of SIDES) {
        const cx = x + dx * radius * distance, cy = y + dy * (radius * distance + line * 0.3);
        const box = { x: cx - (anchor === "middle" ? w / 2 : anchor === "end" ? w : 0), y: cy - line / 2, w, h: line };
        const isNearest = distance > 1 || distances.length === 1
          || ![...ships.values()].some(other => other !== ship && gap(box, other) < gap(box, ship));
        if (fits(box) && isNearest && !taken.some(other => overlap(other, box))) {
          found = { cx, cy, anchor, box, distance };
          break search;
        }
      }
    }
    set(name, { visibility: found ? "visible" : "hidden" });
    set(leader, { visibility: found && found.distance > 1 ? "visible" : "hidden" });
    if (!found) continue;
    taken.push(found.box);
    set(name, { x: (found.cx * unit).toFixed(2), y: ((found.cy + line * 0.3) * unit).toFixed(2), "text-anchor": found.anchor });
    set(leader, { x1: x * unit, y1: y * unit, x2: (found.cx * unit).toFixed(2), y2: (found.cy * unit).toFixed(2) });
  }
}

// Pointer: drag to move, pinch or wheel to zoom.
const pointers = new Map();
let dragged = false;
chart.addEventListener("wheel", event => {
  event.preventDefault();
  zoom(Math.exp(Math.max(-0.2, Math.min(0.2, event.deltaY / 300))), onChart(event));
}, { passive: false });
chart.addEventListener("pointerdown", event => {
  if (!pointers.size) dragged = false;
  pointers.set(event.pointerId, event);
});
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, event => pointers.delete(event.pointerId));
chart.addEventListener("pointermove", event => {
  const before = pointers.get(event.pointerId);
  if (!before) return;
  const other = [...pointers.values()].find(pointer => pointer.pointerId !== event.pointerId);
  const dx = event.clientX - before.clientX, dy = event.clientY - before.clientY;
  if (!other) {
    if (!dragged && Math.hypot(dx, dy) < 6) return;
    pan(-dx / screen().width, -dy / screen().height);
  } else {
    const gap = pointer => Math.hypot(pointer.clientX - other.clientX, pointer.clientY - other.clientY);
    const middle = { clientX: (event.clientX + other.clientX) / 2, clientY: (event.clientY + other.clientY) / 2 };
    if (gap(before) && gap(event)) zoom(gap(before) / gap(event), onChart(middle));
  }
  dragged = true;
  pointers.set(event.pointerId, event);
});

// Steps by entry, segment or turn.
const GROUPS = [step => step, step => moments[step][0] + moments[step][1], step => moments[step][0]];
const chosenGroup = () => Number(find("by").value);
function move(group, forward) {
  const key = GROUPS[group];
  let step = now;
  if (forward) {
    while (step < last && key(step) === key(now)) step++;
    const reached = key(step);
    while (step < last && key(step + 1) === reached) step++;
  } else {
    while (step > 0 && key(step) === key(now)) step--;
  }
  show(step, { runs: forward });
}
let timer = null;
function play() {
  clearInterval(timer);
  if (timer) {
    timer = null;
  } else {
    if (now === last) show(0);
    timer = setInterval(() => now >= last ? play() : move(chosenGroup(), true), [900, 1200, 1800][chosenGroup()]);
  }
  find("play").setAttribute("aria-pressed", Boolean(timer));
}
const BUTTONS = { first: () => show(0), last: () => show(last),
  back: () => move(chosenGroup(), false), forward: () => move(chosenGroup(), true) };
for (const [id, act] of Object.entries(BUTTONS)) {
  find(id).onclick = () => {
    if (timer) play();
    act();
    speak();
  };
}
find("play").onclick = play;
find("by").onchange = () => {
  if (timer) { play(); play(); }
};
slider.oninput = event => show(Number(event.target.value));
find("nearer").onclick = () => zoom(1 / 1.4);
find("farther").onclick = () => zoom(1.4);
find("follow").onclick = fit;
find("whole").onclick = wholeTable;
addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea")) return;
  if (event.key.startsWith("Arrow") && event.target.closest("[role=tablist]")) return;
  const arrows = { ArrowLeft: [-0.2, 0], ArrowRight: [0.2, 0], ArrowUp: [0, -0.2], ArrowDown: [0, 0.2] };
  if (event.shiftKey && arrows[event.key]) {
    event.preventDefault();
    return pan(...arrows[event.key]);
  }
  const stepKeys = { ArrowLeft: () => move(0, false), ArrowRight: () => move(0, true), PageUp: () => move(2, false),
    PageDown: () => move(2, true), Home: BUTTONS.first, End: BUTTONS.last };
  const viewKeys = { "+": () => zoom(1 / 1.4), "-": () => zoom(1.4), "0": fit };
  if (stepKeys[event.key]) {
    event.preventDefault();
    stepKeys[event.key]();
    speak();
  } else if (event.key === " " && !event.target.closest("button, summary, a")) {
    event.preventDefault();
    play();
  } else if (viewKeys[event.key]) viewKeys[event.key]();
});

// The strip: a mark for each turn, hits on the first side above and on the second below, a cross for a loss.
const line = find("strip");
let stripX = () => 0;
function draw(name, attributes, text = "") {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  set(element, attributes);
  element.textContent = text;
  line.append(element);
}
function drawStrip() {
  line.replaceChildren();
  const letter = parseFloat(getComputedStyle(line).fontSize);
  const width = line.clientWidth || 300, x = step => 9 + (width - 18) * step / Math.max(1, last);
  stripX = x;
  draw("path", { class: "axis", d: `M0 16H${width}` });
  let labelled = -99;
  for (const { turn, first, end, hits, lost } of strip) {
    draw("path", { class: "axis", d: `M${x(first)} 3V29` });
    if (x(first) - labelled > letter * 1.8) {
      draw("text", { class: "turn", x: x(first), y: 29 + letter }, turn);
      labelled = x(first);
    }
    const middle = (x(first) + x(end)) / 2;
    hits.forEach((count, side) => {
      const height = Math.min(13, 3 * count);
      if (count) draw("rect", { class: "s" + side, x: middle - 3, width: 6, y: side ? 16 : 16 - height, height });
    });
    if (lost) draw("path", { class: "lost", d: `M${middle - 5} 11l10 10m0 -10l-10 10` });
  }
  draw("path", { id: "strip-now", class: "at" });
  markStrip();
}
function markStrip() {
  find("strip-now")?.setAttribute("d", `M${stripX(now)} 1V31`);
}

// Cards, links and tabs. Escape leads back from a card to where it was opened.
let goBack = null;
function openCard(id, from) {
  const card = find("card-" + id);
  if (!card) return;
  goBack = () => {
    if (from === "ships") choose(from);
    places.get((from === "ships" ? "r:" : "m:") + id)?.querySelector("a, .ship")?.focus();
  };
  choose("cards");
  card.open = true;
  card.scrollIntoView({ block: "nearest" });
  card.querySelector("summary").focus();
}
find("panel-cards").addEventListener("keydown", event => {
  if (event.key === "Escape") goBack?.();
});
// A tap means the ship whose name it meets, unless it meets the middle of a ship. Else the nearest in reach of a thumb.
function shipAt(event) {
  const [x, y] = onChart(event), unit = view[2] / screen().width;
  const away = ({ dataset }) => Math.hypot(dataset.x - x, dataset.y - y) / unit;
  const nearest = shipsDrawn().reduce((best, ship) => best && away(best) <= away(ship) ? best : ship, null);
  if (nearest && away(nearest) < 9) return nearest.dataset.id;
  const name = all(".name[visibility=visible]", chart).find(name => {
    const { left, right, top, bottom } = name.getBoundingClientRect();
    return left <= event.clientX && event.clientX <= right && top <= event.clientY && event.clientY <= bottom;
  });
  return name ? name.dataset.of : nearest && away(nearest) < 22 ? nearest.dataset.id : null;
}
chart.addEventListener("click", event => {
  // A click without a place comes from a screen reader.
  const id = event.detail ? shipAt(event) : event.target.closest(".ship")?.dataset.id;
  if (id && !dragged) openCard(id);
  dragged = false;
});
// One ship of the chart is a tab stop. From there, up and down choose another.
let stop = null;
const shipsDrawn = () => all(".ship", chart);
function markTabStop() {
  const ships = shipsDrawn(), held = ships.find(ship => ship.dataset.id === stop) || ships[0];
  for (const ship of ships) ship.setAttribute("tabindex", ship === held ? 0 : -1);
}
// (A listener on the chart itself would make it a tab stop.)
find("map").addEventListener("focusin", event => {
  const ship = event.target.closest(".ship");
  if (!ship) return;
  const { id, x, y } = ship.dataset, right = (x - view[0]) / view[2], down = (y - view[1]) / view[3];
  stop = id;
  markTabStop();
  if (Math.abs(right - 0.5) > 0.49 || Math.abs(down - 0.5) > 0.49) pan(right - 0.5, down - 0.5);
});
chart.addEventListener("keydown", event => {
  const ships = shipsDrawn(), at = ships.indexOf(event.target.closest(".ship"));
  const step = event.shiftKey ? 0 : { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (at < 0 || !(step || event.key === "Enter" || event.key === " ")) return;
  event.preventDefault();
  event.stopPropagation();
  if (step) ships[(at + step + ships.length) % ships.length].focus(); else openCard(ships[at].dataset.id);
});
document.addEventListener("click", event => {
  const link = event.target.closest("[data-opens], article > a");
  if (!link) return;
  event.preventDefault();
  if (link.dataset.opens) return openCard(link.dataset.opens, "ships");
  show(articles.indexOf(link.closest("article")), { keepsLog: true });
  history.replaceState(null, "", link.hash);
  speak();
  if (innerWidth < 900) chart.scrollIntoView({ block: "nearest" });
});
const tabs = all("[role=tab]");
function choose(name) {
  for (const tab of tabs) {
    const chosen = tab.dataset.tab === name;
    set(tab, { "aria-selected": chosen, tabindex: chosen ? 0 : -1 });
    find("panel-" + tab.dataset.tab).hidden = !chosen;
  }
  find("more").scrollTop = 0;
  markLog();
}
tabs.forEach((tab, index) => {
  tab.onclick = () => choose(tab.dataset.tab);
  tab.onkeydown = event => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = tabs[(index + step + tabs.length) % tabs.length];
    choose(next.dataset.tab);
    next.focus();
  };
});

function stepOfHash() {
  const article = find(location.hash.slice(1)), step = articles.indexOf(article);
  return article && step >= 0 ? step : undefined;
}
// On a phone, the chart stands above the entry of the address.
function toChart() {
  if (innerWidth < 900 && stepOfHash() !== undefined) scrollTo(0, 0);
}
addEventListener("load", toChart);
function start() {
  document.documentElement.classList.remove("no-script");
  choose("log");
  drawStrip();
  show(stepOfHash() ?? last);
  toChart();
  document.documentElement.dataset.ready = Math.round(performance.now());
}
addEventListener("resize", () => {
  drawStrip();
  if (follows) fit(); else setView(view);
});
addEventListener("hashchange", () => {
  const wanted = stepOfHash();
  if (wanted !== undefined) show(wanted);
  toChart();
});
start();
// The mirror's part
})();
