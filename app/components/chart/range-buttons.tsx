import { Form, Link } from "@remix-run/react";
import { RANGE_DETAILS, RANGES, type Range } from "~/domain/market/range";
import { HiddenInputs, useFocusThatStays } from "../site/controls";

interface RangeButtonsProps {
  readonly action: string;
  readonly value: Range;
  readonly others: Readonly<Record<string, string>>;
}

export function RangeButtons({ action, value, others }: RangeButtonsProps) {
  // The button of the chosen range is disabled once that is shown; the name of the group says which it is.
  useFocusThatStays(value, ".range-buttons .segmented");
  return (
    <Form className="range-buttons" action={action} method="get" preventScrollReset>
      <HiddenInputs values={others} />
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
    </Form>
  );
}

interface RangeLinksProps {
  readonly value: Range;
  readonly hrefOf: (range: Range) => string;
}

/** Ranges as links that look like those of a coin's page; the shown one is marked. */
export function RangeLinks({ value, hrefOf }: RangeLinksProps) {
  return (
    <nav className="range-buttons" aria-label={`Range: ${RANGE_DETAILS[value].words}`}>
      <div className="segmented">
        {RANGES.flatMap((range) => [
          <Link
            key={range}
            to={hrefOf(range)}
            aria-current={range === value ? "true" : undefined}
            preventScrollReset
          >
            {range}
          </Link>,
          " ",
        ])}
      </div>
    </nav>
  );
}
