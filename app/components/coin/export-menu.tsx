import { Fragment } from "react";
import { CHART_SIZE, coinFileHref, seriesName } from "~/domain/addresses/file-addresses";
import { coinHref } from "~/domain/addresses/page-addresses";
import type { ChartView } from "~/domain/chart/chart-view";
import type { Currency } from "~/domain/market/currency";
import { RANGE_DETAILS, type Range } from "~/domain/market/range";
import { Menu } from "../chart/chart-menu";
import { useCredit } from "../market/figures";
import { copyText } from "../site/controls";
import { useHydrated } from "../site/hydration";
import { Icon } from "../site/icons";

interface ExportMenuProps {
  readonly id: string;
  readonly name: string;
  readonly currency: Currency;
  readonly range: Range;
  readonly view: ChartView;
  /** Public address of the site; null: taken from the browser after hydration. */
  readonly siteUrl: string | null;
}

/** A menu for the chart: downloads its data or image, and copies HTML that embeds it in another site. */
export function ExportMenu({ id, name, currency, range, view, siteUrl }: ExportMenuProps) {
  return (
    <Menu title="Export">
      {(["history.csv", "history.json", "chart.svg"] as const).map((file) => (
        <Fragment key={file}>
          <a href={coinFileHref(file, id, currency, range, view)}>
            {file.slice(-4).replace(".", "").toUpperCase()}
          </a>{" "}
        </Fragment>
      ))}
      <Embed {...{ id, name, currency, range, view, siteUrl }} />
    </Menu>
  );
}

function Embed({ id, name, currency, range, view, siteUrl }: ExportMenuProps) {
  const isHydrated = useHydrated();
  const credit = useCredit();
  const site = siteUrl ?? (isHydrated ? location.origin : null);
  if (site === null) return null;
  const image = coinFileHref("chart.svg", id, currency, range, view);
  const alt = seriesName(name, currency, RANGE_DETAILS[range].words, view.metric);
  const chart = `<a href="${quoted(site + coinHref(id, currency, range, view))}"><img src="${quoted(site + image)}" width="${CHART_SIZE.width}" height="${CHART_SIZE.height}" alt="${quoted(alt)}"></a>`;
  // The image names its source, too, but where it is embedded no link in it works.
  const html = credit ? `${chart}<br><a href="${quoted(credit.href)}">${quoted(credit.text)}</a>` : chart;
  return (
    <details className="embed">
      <summary>Embed</summary>
      {/* Fetched when it is opened. */}
      <img src={image} {...CHART_SIZE} alt={alt} loading="lazy" />
      <textarea
        className="textarea is-quiet is-family-monospace my-2"
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
  );
}

export function quoted(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
