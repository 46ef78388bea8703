import { RANGE_DETAILS, RANGES, type Range } from "~/domain/market/range";
import { CHOICES_ID, useFocusThatStays } from "../site/controls";

/** Buttons of the form of choices. */
export function RangeButtons({ value }: { readonly value: Range }) {
  // The button of the chosen range is disabled once that is shown; the name of the group says which it is.
  useFocusThatStays(value, ".range-buttons .segmented");
  return (
    <div className="range-buttons">
      {/* biome-ignore lint/a11y/useSemanticElements: a group of buttons, not of form fields. */}
      <div
        className="segmented"
        role="group"
        tabIndex={-1}
        aria-label={`Range: ${RANGE_DETAILS[value].words}`}
      >
        {RANGES.flatMap((range) => [
          <button
            key={range}
            type="submit"
            form={CHOICES_ID}
            name="range"
            value={range}
            disabled={range === value}
            aria-current={range === value ? "true" : undefined}
          >
            {range}
          </button>,
          " ",
        ])}
      </div>
    </div>
  );
}
