import { coinFileHref, coinsPictureHref, seriesName } from "./addresses/file-addresses";
import { coinHref, coinsHref } from "./addresses/page-addresses";
import type { FoundCoin } from "./market/coin";
import type { Currency } from "./market/currency";
import { RANGE_DETAILS, type Range } from "./market/range";

export const SITE_NAME = "Cypto-On-The-GO";

/** Marks sample prices wherever they are shown; the first words are emphasised. */
export const SAMPLE_NOTICE_START = "Sample prices";
export const SAMPLE_NOTICE_END = " – not a live market";
export const SAMPLE_NOTICE = SAMPLE_NOTICE_START + SAMPLE_NOTICE_END;

export function pageTitle(page: string): string {
  return `${page} – ${SITE_NAME}`;
}

export interface PageMeta {
  readonly title: string;
  readonly description: string;
  readonly canonical: string;
  readonly card?: Card;
  /** Its feed, which readers find by it. */
  readonly feed?: { readonly title: string; readonly path: string };
  /** False for a page that search engines should not index, because anyone can make up any number of such addresses. */
  readonly isForSearch?: boolean;
}

/**
 * Returns the meta tags of a page.
 * @param matches as a route's `meta` is given them: the root's data are the facts of the site, if it has any
 */
export function pageMeta(page: PageMeta, matches: readonly { readonly data: unknown }[]) {
  const data = matches[0]?.data;
  const site: Partial<SiteFacts> = areSiteFacts(data) ? data : {};
  return [
    { title: page.title },
    { name: "description", content: page.description },
    { tagName: "link", rel: "canonical", href: (site.siteUrl ?? "") + page.canonical },
    ...(page.feed === undefined || site.hasOpenData !== true ? [] : [feedLink(page.feed)]),
    ...cardMeta(page, site),
    ...(page.isForSearch === false ? [{ name: "robots", content: "noindex" }] : []),
  ];
}

/** Returns the link preview of a page of the coin list. All pages of a currency share the preview image of its first coins. */
export function coinsCard(currency: Currency, pageNumber: number): Card {
  return {
    picture: {
      path: coinsPictureHref(currency),
      alt: `The first coins of the list and their prices in ${currency}`,
    },
    trail: [["Coins", coinsHref(currency, pageNumber)]],
  };
}

/** Returns the link preview of a coin's page: its preview image, and its history as data. */
export function coinCard(
  { id, name }: Pick<FoundCoin, "id" | "name">,
  currency: Currency,
  range: Range,
): Card {
  const series = seriesName(name, currency, RANGE_DETAILS[range].words);
  return {
    picture: { path: coinFileHref("preview.png", id, currency, range), alt: series },
    trail: [
      ["Coins", coinsHref(currency, 1)],
      [name, coinHref(id, currency, range)],
    ],
    dataset: {
      name: series,
      files: [
        ["text/csv", coinFileHref("history.csv", id, currency, range)],
        ["application/json", coinFileHref("history.json", id, currency, range)],
      ],
    },
  };
}

export const PICTURE_SIZE = { width: 1200, height: 630 } as const;

interface Card {
  /** Path and alternative text of the preview image; without one, the site's. */
  readonly picture?: { readonly path: string; readonly alt: string };
  readonly trail?: readonly (readonly [name: string, path: string])[];
  readonly dataset?: {
    readonly name: string;
    readonly files: readonly (readonly [type: string, path: string])[];
  };
}

/** Facts of the site for the meta tags of each page; the root's loader returns them. */
export interface SiteFacts {
  readonly siteUrl: string | null;
  /** Prices are samples, which the link preview has to say, because it is seen without the page. */
  readonly isSampleMarket: boolean;
  /** Other programs may read the data of its pages. */
  readonly hasOpenData: boolean;
}

function areSiteFacts(data: unknown): data is SiteFacts {
  return data instanceof Object && "siteUrl" in data;
}

/**
 * Returns the meta tags for link previews (https://ogp.me) and for search engines (https://schema.org). What has to be
 * absolute – address, image, data – is left out if the site's address is not configured.
 */
function cardMeta(page: PageMeta, { siteUrl, isSampleMarket, hasOpenData }: Partial<SiteFacts>) {
  const description = (isSampleMarket ? `${SAMPLE_NOTICE}. ` : "") + page.description;
  const always = [
    openGraph("site_name", SITE_NAME),
    openGraph("type", "website"),
    openGraph("title", page.title),
    openGraph("description", description),
  ];
  if (siteUrl == null) return always;
  const { picture = { path: "/preview.png", alt: SITE_NAME }, trail, dataset } = page.card ?? {};
  const url = siteUrl + page.canonical;
  return [
    ...always,
    openGraph("url", url),
    openGraph("image", siteUrl + picture.path),
    openGraph("image:type", "image/png"),
    openGraph("image:width", PICTURE_SIZE.width),
    openGraph("image:height", PICTURE_SIZE.height),
    openGraph("image:alt", picture.alt),
    { property: "twitter:card", content: "summary_large_image" },
    ...(trail === undefined ? [] : [linkedData(breadcrumbs(trail, siteUrl))]),
    ...(dataset === undefined || !hasOpenData
      ? []
      : [linkedData(describeDataset(dataset, description, url, siteUrl))]),
  ];
}

function feedLink({ title, path: href }: NonNullable<PageMeta["feed"]>) {
  return { tagName: "link", rel: "alternate", type: "application/atom+xml", title, href };
}

function openGraph(name: string, content: string | number) {
  return { property: `og:${name}`, content: String(content) };
}

function linkedData(data: object) {
  return { "script:ld+json": { "@context": "https://schema.org", ...data } };
}

function breadcrumbs(trail: NonNullable<Card["trail"]>, siteUrl: string) {
  return {
    "@type": "BreadcrumbList",
    itemListElement: [["Home", "/"] as const, ...trail].map(([name, path], index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: siteUrl + path,
    })),
  };
}

function describeDataset(
  { name, files }: NonNullable<Card["dataset"]>,
  description: string,
  url: string,
  siteUrl: string,
) {
  return {
    "@type": "Dataset",
    name,
    description,
    url,
    isAccessibleForFree: true,
    creator: { "@type": "Organization", name: SITE_NAME, url: siteUrl },
    distribution: files.map(([encodingFormat, path]) => ({
      "@type": "DataDownload",
      encodingFormat,
      contentUrl: siteUrl + path,
    })),
  };
}
