// The part of the script that only a mirror's page has: the page renews itself when its file changes. What the reader has
// chosen stays: zoom, tab, open cards, place in the text and focus.
const FOCUSABLE = "a, summary, .ship, button, input, select";
const versionOf = page => page.documentElement.dataset.version;
function parseJson(text) {
  try { return JSON.parse(text); } catch { return null; }
}
// Says where the focus is, in words that hold when its part of the page is drawn anew.
function focusPlace() {
  const owner = document.activeElement.closest("[data-slot], [id]");
  if (!owner) return null;
  return [owner.dataset.slot, owner.id, all(FOCUSABLE, owner).indexOf(document.activeElement)];
}
function focusOn(place) {
  if (!place) return;
  const [slot, id, index] = place, owner = slot ? places.get(slot) : find(id);
  const element = owner && (index < 0 ? owner : all(FOCUSABLE, owner)[index]);
  if (element && element !== document.activeElement) element.focus({ preventScroll: true });
}
// The entry at the upper edge of the screen, or of the pane, and where it begins. Null if the log begins below the edge.
const edge = () => Math.max(0, find("more").getBoundingClientRect().top);
const topOf = element => element.getBoundingClientRect().top;
function entryRead() {
  const log = find("panel-log");
  if (log.hidden || topOf(log) >= edge()) return null;
  const article = all("article", log).find(article => article.getBoundingClientRect().bottom > edge());
  return article ? [article.id, topOf(article)] : null;
}
// Puts the entry back where it was, and returns true. If it is gone, the next one begins at the edge.
function readOn([id, top]) {
  const number = id => parseInt(id.slice(1)), rest = all("article", find("panel-log")), pane = find("more");
  const same = find(id), article = same || rest.find(article => number(article.id) >= number(id)) || rest.at(-1);
  const away = article ? topOf(article) - (same ? top : edge()) : 0;
  if (getComputedStyle(pane).overflowY === "visible") scrollBy(0, away); else pane.scrollTop += away;
  return Boolean(same);
}
function choices() {
  return { tab: tabs.find(tab => tab.getAttribute("aria-selected") === "true")?.dataset.tab, view: follows ? null : view, focus: focusPlace(),
    open: all("details[open]").map(card => card.id || "small " + card.closest("article")?.id),
    scroll: [scrollX, scrollY, find("more").scrollTop], read: entryRead(), step: now === last ? null : moments[now] };
}
function restore({ tab, view: kept, focus, open, scroll, read, step }) {
  if (tab && find("panel-" + tab).hidden) choose(tab);
  for (const card of all("details")) {
    if (open.includes(card.id || "small " + card.closest("article")?.id)) card.open = true;
  }
  if (kept) {
    follow(false);
    setView(kept);
  }
  const same = step ? moments.findIndex(moment => moment[0] === step[0] && moment[2] === step[2]) : last;
  // A moment of a turn that the page no longer has becomes its first.
  const left = step && same < 0 && Number(step[0]) < Number(moments[0][0]);
  show(left ? 0 : same < 0 ? last : same, { runs: !step, keepsLog: true });
  focusOn(focus);
  scrollTo(scroll[0], scroll[1]);
  find("more").scrollTop = scroll[2];
  const reads = !read || readOn(read);
  if (left || !reads) find("speech").textContent = "What you looked at is no longer on this page.";
  else if (step) find("speech").textContent = `The battle goes on. ${label(moments[last])}.`; else speak();
}
function renewLog(fresh) {
  const log = find("panel-log"), old = new Map([...log.children].map(part => [part.id, part]));
  log.replaceChildren(...[...fresh.children].map(part => {
    const mine = part.id && old.get(part.id);
    return mine && mine.textContent === part.textContent ? mine : part;
  }));
  for (const article of all("article", log)) article.classList.remove("now", "later");
}
async function renew(text) {
  // The policy of this page would complain of the style sheet of another.
  const fresh = new DOMParser().parseFromString(text.replace(/<style>[^]*?<\/style>/, ""), "text/html");
  if (!versionOf(fresh) || versionOf(fresh) === versionOf(document)) return;
  const kept = choices(), names = part => all("[data-slot]", part).map(place => place.dataset.slot);
  for (const id of ["chart", "panel-ships", "panel-cards"]) {
    const mine = find(id), theirs = fresh.getElementById(id);
    if (names(mine).join() === names(theirs).join()) continue;
    for (const name of names(mine)) delete shown[name];
    mine.innerHTML = theirs.innerHTML;
  }
  renewLog(fresh.getElementById("panel-log"));
  find("data").replaceWith(document.importNode(fresh.getElementById("data"), true));
  document.documentElement.dataset.version = versionOf(fresh);
  await readPage();
  wakesDrawn.clear();
  paths.clear();
  slider.max = marked = last;
  drawStrip();
  restore(kept);
}

// From a web server: ask each second whether the file is another.
const address = location.href.split("#")[0], SILENCE = 40000;
let known = null, heard = Date.now();
const ask = method => fetch(address, { method, cache: "no-store", signal: AbortSignal.timeout(9000) });
async function lookForNews() {
  try {
    const head = await ask("HEAD"), value = name => head.headers.get(name);
    if (!head.ok) throw head.status;
    const mark = ["etag", "last-modified", "content-length"].map(value).join();
    if (mark !== known) {
      const page = await ask("GET");
      if (!page.ok) throw page.status;
      await renew(await page.text());
      // A date has whole seconds, so a file of this second may change again under the same date.
      const age = Date.parse(value("date")) - Date.parse(value("last-modified"));
      known = value("etag") || age > 2000 ? mark : null;
    }
    heard = Date.now();
  } catch {
    // The next look may succeed.
  }
  const word = find("word"), time = new Date(heard).toTimeString().slice(0, 5);
  word.hidden = Date.now() - heard < SILENCE;
  const text = word.hidden ? "" : `No word since ${time}; what you see may be old.`;
  if (word.textContent !== text) word.textContent = text;
  setTimeout(lookForNews, 800 + 400 * Math.random());
}

// From a folder a script may not read files: load the page again, with what the reader has chosen in its address.
const REST = 3000, KEPT = "#kept=";
let touched = 0;
function loadAgain() {
  if (document.hidden || Date.now() - touched < REST || pointers.size) return setTimeout(loadAgain, 500);
  const kept = { ...choices(), version: versionOf(document) };
  history.replaceState(null, "", KEPT + encodeURIComponent(JSON.stringify(kept)));
  location.reload();
}
function afterLoad() {
  const kept = location.hash.startsWith(KEPT) && parseJson(decodeURIComponent(location.hash.slice(KEPT.length)));
  if (!kept) return;
  restore(kept);
  if (kept.version === versionOf(document)) find("speech").textContent = "";
}
if (location.protocol === "file:") {
  for (const touch of ["pointerdown", "keydown", "wheel", "scroll"]) {
    addEventListener(touch, () => { touched = Date.now(); }, { capture: true, passive: true });
  }
  afterLoad();
  touched = 0;
  setTimeout(loadAgain, REST);
} else lookForNews();
