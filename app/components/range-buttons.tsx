import { Form } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { Currency } from "~/domain/market/currency";
import { RANGES, type Range, rangeInWords } from "~/domain/market/range";

interface RangeButtonsProps {
  readonly action: string;
  readonly value: Range;
  readonly currency: Currency;
}

/** The spans of price history; the one that is shown cannot be asked for again. */
export function RangeButtons({ action, value, currency }: RangeButtonsProps) {
  const group = useFocusThatStays(value);
  return (
    <Form className="range-buttons" action={action} method="get" preventScrollReset>
      <input type="hidden" name="currency" value={currency} />
      {/* biome-ignore lint/a11y/useSemanticElements: a group of buttons, not of form fields. */}
      <div
        ref={group}
        className="range-group"
        role="group"
        tabIndex={-1}
        aria-label={`Range: ${rangeInWords(value)}`}
      >
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

/**
 * A button that is disabled loses the focus to nowhere. Once the range that it chose is there, the group takes the focus
 * in its place, and with it says which range is shown.
 */
function useFocusThatStays(value: Range) {
  const group = useRef<HTMLDivElement>(null);
  const shown = useRef(value);
  useEffect(() => {
    if (shown.current === value) return;
    shown.current = value;
    const { activeElement } = document;
    const isLost = activeElement === null || activeElement === document.body;
    const isDisabled = activeElement instanceof HTMLButtonElement && activeElement.disabled;
    if (isLost || isDisabled) group.current?.focus({ preventScroll: true });
  }, [value]);
  return group;
}
