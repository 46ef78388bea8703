import { Form, Link } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { RANGE_DETAILS, RANGES, type Range } from "~/domain/market/range";
import { HiddenInputs } from "../site/controls";

interface RangeButtonsProps {
  readonly action: string;
  readonly value: Range;
  readonly kept: Readonly<Record<string, string>>;
}

export function RangeButtons({ action, value, kept }: RangeButtonsProps) {
  const group = useFocusOnGroup(value);
  return (
    <Form className="range-buttons" action={action} method="get" preventScrollReset>
      <HiddenInputs values={kept} />
      {/* biome-ignore lint/a11y/useSemanticElements: a group of buttons, not of form fields. */}
      <div
        ref={group}
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

/**
 * Moves the focus to the group once the chosen range is shown: its button is then disabled and would lose the focus. The
 * group's name says which range is shown.
 */
function useFocusOnGroup(value: Range) {
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
