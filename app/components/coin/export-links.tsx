import { CHART_SIZE, coinFileHref, seriesName } from "~/domain/files";
import type { Currency } from "~/domain/market/currency";
import { type Range, rangeInWords } from "~/domain/market/range";
import { coinHref } from "~/domain/pages";
import { useHydrated } from "../site/hydration";

interface ExportLinksProps {
  readonly id: string;
  readonly name: string;
  readonly currency: Currency;
  readonly range: Range;
  /** Public address of the site; null: taken from the browser after hydration. */
  readonly siteUrl: string | null;
}

/** The price history as files, and HTML that embeds the chart in another site. */
export function ExportLinks({ id, name, currency, range, siteUrl }: ExportLinksProps) {
  const isHydrated = useHydrated();
  const site = siteUrl ?? (isHydrated ? location.origin : null);
  const alt = seriesName(name, currency, rangeInWords(range));
  return (
    <div className="export-links">
      {(["history.csv", "history.json", "chart.svg"] as const).flatMap((file) => [
        <a key={file} href={coinFileHref(file, id, currency, range)}>
          {file.slice(-4).replace(".", "").toUpperCase()}
        </a>,
        " ",
      ])}
      {site === null ? null : (
        <details>
          <summary>Embed</summary>
          <textarea
            aria-label="HTML of the chart, to copy"
            rows={5}
            readOnly
            value={`<a href="${quoted(site + coinHref(id, currency, range))}"><img src="${quoted(site + coinFileHref("chart.svg", id, currency, range))}" width="${CHART_SIZE.width}" height="${CHART_SIZE.height}" alt="${quoted(alt)}"></a>`}
          />
        </details>
      )}
    </div>
  );
}

/** Escapes a text for the value of an attribute. */
function quoted(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
