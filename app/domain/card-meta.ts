import { SAMPLE_NOTICE } from "./sample-notice";

/** Pixels of the pictures that stand for pages where links to them are shown. */
export const PICTURE_SIZE = { width: 1200, height: 630 } as const;

/** Facts of a page for machines, beyond its title and description. */
export interface Card {
  /** Path of the picture that stands for the page, and its text; without one, that of the site. */
  readonly picture?: { readonly path: string; readonly alt: string };
  /** The way to the page from Home, which is left out: names and paths, the page itself last. */
  readonly trail?: readonly (readonly [name: string, path: string])[];
  /** The page's data as files, with a name of them all: their types and paths. */
  readonly dataset?: {
    readonly name: string;
    readonly files: readonly (readonly [type: string, path: string])[];
  };
}

/** Facts of the site that the head of each page depends on; the root's loader knows them. */
export interface SiteFacts {
  /** Public address of the site, without a slash at its end; null: it does not know where it is served. */
  readonly siteUrl: string | null;
  /** Prices are made up, which whoever sees the card alone has to be told. */
  readonly isSampleMarket: boolean;
}

/** A page as its head describes it. */
interface DescribedPage {
  readonly siteName: string;
  readonly title: string;
  readonly description: string;
  /** Its one address, from the site's root. */
  readonly canonical: string;
  readonly card: Card;
}

/**
 * Describes a page for those who show links to it (https://ogp.me) and for search engines (https://schema.org). What has to
 * be absolute – address, picture, data – is left out as long as the site does not know where it is served.
 */
export function cardMeta(described: DescribedPage, { siteUrl, isSampleMarket }: Partial<SiteFacts>) {
  const { siteName, title, canonical, card } = described;
  const notice = isSampleMarket ? `${SAMPLE_NOTICE}. ` : "";
  const description = notice + described.description;
  const always = [
    openGraph("site_name", siteName),
    openGraph("type", "website"),
    openGraph("title", title),
    openGraph("description", description),
  ];
  if (siteUrl == null) return always;
  const { picture = { path: "/preview.png", alt: siteName }, trail, dataset } = card;
  return [
    ...always,
    openGraph("url", siteUrl + canonical),
    openGraph("image", siteUrl + picture.path),
    openGraph("image:type", "image/png"),
    openGraph("image:width", PICTURE_SIZE.width),
    openGraph("image:height", PICTURE_SIZE.height),
    openGraph("image:alt", picture.alt),
    { property: "twitter:card", content: "summary_large_image" },
    ...(trail === undefined ? [] : [linkedData(breadcrumbs(trail, siteUrl))]),
    ...(dataset === undefined
      ? []
      : [linkedData(describeDataset(dataset, { ...described, description }, siteUrl))]),
  ];
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
  { siteName, description, canonical }: DescribedPage,
  siteUrl: string,
) {
  return {
    "@type": "Dataset",
    name,
    description,
    url: siteUrl + canonical,
    isAccessibleForFree: true,
    creator: { "@type": "Organization", name: siteName, url: siteUrl },
    distribution: files.map(([encodingFormat, path]) => ({
      "@type": "DataDownload",
      encodingFormat,
      contentUrl: siteUrl + path,
    })),
  };
}
