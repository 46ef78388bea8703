/** From how many characters on a number is set smaller, so that it need not be broken at the width of a phone. */
const LONG = 14;
const LONGEST = 19;
/** Prices in the hundreds of lakh crore. */
const ENDLESS = 22;

/** The class names of an element that shows a number, by the number's length. */
export function fitting(className: string, text: string): string {
  if (text.length >= ENDLESS) return `${className} is-longest is-endless`;
  if (text.length >= LONGEST) return `${className} is-longest`;
  return text.length >= LONG ? `${className} is-long` : className;
}
