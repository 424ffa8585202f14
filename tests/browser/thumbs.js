// Buttons, tabs, choices and ships of the chart that are smaller than 44 pixels.
(() => {
  const faults = [];
  for (const mark of document.querySelectorAll("button, select, input, summary, #chart .touch")) {
    const { width, height } = mark.getBoundingClientRect();
    if (width && !mark.closest(".small") && (width < 43.9 || height < 43.9)) {
      faults.push(`${mark.id || mark.textContent || mark.className.baseVal}: ${width} by ${height}`);
    }
  }
  return faults;
})()
