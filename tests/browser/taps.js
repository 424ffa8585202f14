// Ships and names of the chart whose card a tap does not open, and ships or inches outside the chart or under a button.
(() => {
  const faults = [], chart = document.getElementById("chart");
  const middle = element => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return { clientX: (left + right) / 2, clientY: (top + bottom) / 2 };
  };
  const ships = [...chart.querySelectorAll(".ship")], touch = ship => ship.querySelector(".touch");
  const names = [...chart.querySelectorAll(".name[visibility=visible]")];
  const frame = chart.getBoundingClientRect(), buttons = document.getElementById("zoom").getBoundingClientRect();
  const isHidden = ({ clientX: x, clientY: y }) => x < frame.left || x > frame.right || y < frame.top || y > frame.bottom
    || (x > buttons.left && y < buttons.bottom);
  for (const ship of ships) if (isHidden(middle(touch(ship)))) faults.push(`${ship.dataset.id} cannot be seen`);
  for (const inches of chart.querySelectorAll(".inches")) {
    const { left, right, bottom } = inches.getBoundingClientRect();
    if (left < frame.left || frame.bottom < bottom || frame.right < right) faults.push(`${inches.textContent} inches are cut`);
  }
  const tap = (element, id) => {
    scrollTo(0, 0);
    const at = middle(element);
    chart.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1, ...at }));
    const opened = document.activeElement.closest("details")?.id;
    if (opened !== "card-" + id) faults.push(`${element.textContent || id} opens ${opened}`);
  };
  for (const ship of ships) tap(touch(ship), ship.dataset.id);
  for (const name of names) tap(name, name.dataset.of);
  if (names.length < 3) faults.push(`${names.length} names`);
  return faults;
})()
