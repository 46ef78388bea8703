/**
 * Returns the quantile of some figures: 0.5 is the median, 1 the maximum.
 * @param {readonly number[]} values
 * @param {number} share
 */
export function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/**
 * Returns a line of a table: a name and columns of figures.
 * @param {string} name
 * @param {readonly (string | number)[]} figures
 */
export function tableRow(name, figures) {
  return name.padEnd(32) + figures.map((figure) => String(figure).padStart(11)).join("");
}
