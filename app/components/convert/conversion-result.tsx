import type { DescribedConversion } from "~/domain/convert/describe-conversion";
import { LocalTime } from "../local-time";
import { Ways } from "./ways";

interface ConversionResultProps extends Pick<DescribedConversion, "result" | "rates" | "sidesRemark"> {
  /** Time of the prices in milliseconds since the epoch. */
  readonly pricesFrom: number | null;
}

/** What came out, and the prices that it was made with. */
export function ConversionResult({ result, rates, sidesRemark, pricesFrom }: ConversionResultProps) {
  return (
    <section className="coin-figures convert-result" aria-label="Result">
      {result === null ? null : (
        <p className="title">
          <small>
            {result.given} {result.sign}
          </small>{" "}
          {result.text}
        </p>
      )}
      {sidesRemark === null ? null : (
        <p className="convert-note">
          <strong>{sidesRemark.text}</strong>
          <Ways ways={sidesRemark.ways} />
        </p>
      )}
      {rates.length === 0 ? null : (
        <ul className="convert-rates" aria-label="Prices">
          {rates.map((rate) => (
            <li key={rate}>{rate}</li>
          ))}
        </ul>
      )}
      {pricesFrom === null ? null : (
        <p className="last-updated">
          Prices from <LocalTime time={pricesFrom} />
        </p>
      )}
    </section>
  );
}
