// Letters of the chart that are too small or too pale, names over other names, over buttons or outside the chart.
(() => {
  const faults = [], chart = document.getElementById("chart"), frame = chart.getBoundingClientRect();
  const channel = value => value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  const light = colour => {
    const [r, g, b] = colour.match(/[\d.]+/g).map(part => channel(part / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
  const sea = getComputedStyle(chart).backgroundColor;
  const seen = [...chart.querySelectorAll(".name")].filter(name => name.getAttribute("visibility") === "visible");
  for (const text of [...seen, ...chart.querySelectorAll(".inches")]) {
    const style = getComputedStyle(text), scale = chart.getScreenCTM().a, size = parseFloat(style.fontSize) * scale;
    if (size < 11) faults.push(`${text.textContent}: letters of ${size} px`);
    if (contrast(style.fill, sea) < 4.5) faults.push(`${text.textContent}: contrast ${contrast(style.fill, sea)}`);
  }
  const boxes = seen.map(name => [name.textContent, name.getBoundingClientRect()]);
  const overlap = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top + 3 < b.bottom - 3 && b.top + 3 < a.bottom - 3;
  const buttons = [...document.querySelectorAll("#zoom button")].map(button => ["a button", button.getBoundingClientRect()]);
  boxes.forEach(([name, box], at) => {
    for (const [other, its] of [...boxes.slice(at + 1), ...buttons]) {
      if (overlap(box, its)) faults.push(`${name} lies over ${other}`);
    }
    if (box.left < frame.left - 1 || frame.right + 1 < box.right) faults.push(`${name} leaves the chart`);
  });
  return faults;
})()
