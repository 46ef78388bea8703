/**
 * The site's icons, drawn on 20 by 20 units for a stroke of 1.75. A chosen star is the same star, filled by the style sheet.
 */
const PATHS = {
  sun: "M10 6.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7M10 1.5V3M10 17v1.5M1.5 10H3M17 10h1.5M4 4l1 1M15 15l1 1M4 16l1-1M15 5l1-1",
  moon: "M17 11.8A7.2 7.2 0 1 1 8.2 3a5.8 5.8 0 0 0 8.8 8.8Z",
  star: "m10 2.3 2.4 4.9 5.3.7-3.9 3.7 1 5.3-4.8-2.5-4.8 2.5 1-5.3-3.9-3.7 5.3-.7Z",
  swap: "M3 7h13M12.5 3.5 16 7l-3.5 3.5M17 13H4M7.5 9.5 4 13l3.5 3.5",
  search: "M8.7 3a5.7 5.7 0 1 0 0 11.4 5.7 5.7 0 0 0 0-11.4M13 13l4.5 4.5",
  compare: "M2.5 5c6.5 0 8.5 10 15 10M2.5 15c6.5 0 8.5-10 15-10",
  cards: "M3 3h5.5v5.5H3ZM11.5 3H17v5.5h-5.5ZM3 11.5h5.5V17H3ZM11.5 11.5H17V17h-5.5Z",
  table: "M3 5h14M3 10h14M3 15h14",
  previous: "M12.5 4 6.5 10l6 6",
  next: "M7.5 4l6 6-6 6",
  leave: "M8 4H4v12h12v-4M11.5 3H17v5.5M17 3l-8 8",
  link: "M8.5 11.5a3.5 3.5 0 0 0 5 0l3-3a3.5 3.5 0 0 0-5-5l-1 1M11.5 8.5a3.5 3.5 0 0 0-5 0l-3 3a3.5 3.5 0 0 0 5 5l1-1",
  "arrow-up": "M10 17V3M4 9l6-6 6 6",
  edit: "M4 16l.8-3.4L13 4.4l2.6 2.6-8.2 8.2Z",
  close: "m5 5 10 10M15 5 5 15",
  copy: "M7 7h10v10H7ZM13 7V3H3v10h4",
  past: "M3 4v4h4M3.5 8a7 7 0 1 1-.5 3M10 6v4.5l3 1.5",
  code: "M6.5 5.5 2 10l4.5 4.5M13.5 5.5 18 10l-4.5 4.5",
} as const;

export type IconName = keyof typeof PATHS;

/** A decorative icon, beside words or in a control that has an accessible name. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
