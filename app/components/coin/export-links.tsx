import { Link } from "@remix-run/react";
import type { ChartView } from "~/domain/chart/chart-view";
import { CHART_SIZE, coinFileHref, seriesName } from "~/domain/files";
import type { Currency } from "~/domain/market/currency";
import { type Range, rangeInWords } from "~/domain/market/range";
import { coinHref, compareHref } from "~/domain/pages";
import { copyText } from "../site/controls";
import { useHydrated } from "../site/hydration";
import { Icon } from "../site/icons";

interface ExportLinksProps {
  readonly id: string;
  readonly name: string;
  readonly currency: Currency;
  readonly range: Range;
  readonly view: ChartView;
  /** Public address of the site; null: taken from the browser after hydration. */
  readonly siteUrl: string | null;
}

/** Actions for the chart: compare it, download its data or image, and copy HTML that embeds it in another site. */
export function ExportLinks({ id, name, currency, range, view, siteUrl }: ExportLinksProps) {
  return (
    <section className="export-links" aria-labelledby="use-this-chart">
      <h3 id="use-this-chart">Use this chart</h3>
      <Link className="button" to={compareHref([id], currency, range, "", view.scale)} prefetch="intent">
        <Icon name="compare" />
        Compare
      </Link>
      {(["history.csv", "history.json", "chart.svg"] as const).flatMap((file) => [
        " ",
        <a key={file} className="button" href={coinFileHref(file, id, currency, range, view)}>
          <Icon name="download" />
          {file.slice(-4).replace(".", "").toUpperCase()}
        </a>,
      ])}
      <Embed {...{ id, name, currency, range, view, siteUrl }} />
    </section>
  );
}

/** HTML that embeds the chart, with a preview. */
function Embed({ id, name, currency, range, view, siteUrl }: ExportLinksProps) {
  const isHydrated = useHydrated();
  const site = siteUrl ?? (isHydrated ? location.origin : null);
  if (site === null) return null;
  const image = coinFileHref("chart.svg", id, currency, range, view);
  const alt = seriesName(name, currency, rangeInWords(range), view.metric);
  const html = `<a href="${quoted(site + coinHref(id, currency, range, view))}"><img src="${quoted(site + image)}" width="${CHART_SIZE.width}" height="${CHART_SIZE.height}" alt="${quoted(alt)}"></a>`;
  return (
    <>
      {/* A space at the end of the row would count as one that moves when this comes. */}{" "}
      <details className="embed">
        <summary className="button">
          <Icon name="code" />
          Embed
        </summary>
        {/* Fetched when it is opened. */}
        <img src={image} {...CHART_SIZE} alt={alt} loading="lazy" />
        <textarea
          className="textarea"
          aria-label="HTML of the chart, to copy"
          rows={4}
          readOnly
          value={html}
        />
        {isHydrated ? (
          <button className="button" type="button" onClick={() => copyText(html, "HTML")}>
            <Icon name="copy" />
            Copy HTML
          </button>
        ) : null}
      </details>
    </>
  );
}

/** Escapes a text for the value of an attribute. */
function quoted(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
