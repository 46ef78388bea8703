import type { ChangeDrawing, LabelBox } from "~/domain/compare/change-drawing";
import type { ComparedLine } from "./compared-lines";

interface LineLabelsProps {
  readonly lines: readonly ComparedLine[];
  readonly places: ChangeDrawing["labels"];
  /** Changes at the lower and the upper edge of the plot. */
  readonly domain: readonly [low: number, high: number];
}

const BOXES: readonly LabelBox[] = ["narrow", "wide"];

/**
 * Names of the lines in a column at their ends, like the labels of prices at the other side: it belongs to neither chart. On a
 * wide screen they have their change beside them.
 */
export function LineLabels({ lines, places, domain: [low, high] }: LineLabelsProps) {
  return BOXES.map((box) => {
    const labels = lines.map(({ values, shows, place, id }, index) => ({
      id,
      text: box === "wide" ? `${shows.label} ${shows.percent}` : shows.label,
      place,
      end: ((high - (values.findLast((value) => value !== null) ?? 0)) / (high - low)) * 100,
      y: (places[box][index] ?? 0) / 10,
    }));
    return (
      <div key={box} className={`line-labels for-${box}`} aria-hidden="true">
        {labels.map(({ id, text }) => (
          <span key={id}>{text}</span>
        ))}
        <svg aria-hidden="true">
          {labels.map(({ id, text, place, end, y }) => (
            <g key={id} className={`line-${place}`}>
              <line x1="-8" x2="6" y1={`${end.toFixed(1)}%`} y2={`${y}%`} />
              <text x="9" y={`${y}%`} dy="4">
                {text}
              </text>
            </g>
          ))}
        </svg>
      </div>
    );
  });
}
