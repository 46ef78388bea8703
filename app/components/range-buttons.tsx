import { Form } from "@remix-run/react";
import type { Currency } from "~/domain/currency";
import { RANGES, type Range } from "~/domain/range";

interface RangeButtonsProps {
  readonly action: string;
  readonly value: Range;
  readonly currency: Currency;
}

/** The spans of price history; the one that is shown cannot be asked for again. */
export function RangeButtons({ action, value, currency }: RangeButtonsProps) {
  return (
    <Form className="range-buttons" action={action} method="get" preventScrollReset>
      <input type="hidden" name="currency" value={currency} />
      {/* biome-ignore lint/a11y/useSemanticElements: a group of buttons, not of form fields. */}
      <div className="range-group" role="group" aria-label="Range">
        {RANGES.map((range) => (
          <button
            key={range}
            className="range-button"
            type="submit"
            name="range"
            value={range}
            disabled={range === value}
            aria-current={range === value ? "true" : undefined}
          >
            {range}
          </button>
        ))}
      </div>
    </Form>
  );
}
