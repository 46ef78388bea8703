/** Lengths in characters from which a number is set smaller, so that it does not break at the width of a phone. */
const LONG = 14;
const LONGEST = 19;
/** Length of prices in the hundreds of lakh crore. */
const ENDLESS = 22;

/** Adds class names for the size that fits a number of that length. */
export function fitting(className: string, text: string): string {
  if (text.length >= ENDLESS) return `${className} is-longest is-endless`;
  if (text.length >= LONGEST) return `${className} is-longest`;
  return text.length >= LONG ? `${className} is-long` : className;
}
