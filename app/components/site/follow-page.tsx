import { Link, useLoaderData } from "@remix-run/react";
import { TILE_SIZE } from "~/domain/addresses/file-addresses";
import type { Currency } from "~/domain/market/currency";
import { pageTitle } from "~/domain/page-meta";
import { quoted } from "../coin/export-menu";
import { AsOf } from "../market/figures";
import { copyText, currencyChoice, RadioForm } from "./controls";
import { FollowForm, type FollowFormProps } from "./follow";
import { useHydrated } from "./hydration";
import { Icon } from "./icons";
import { useSiteData } from "./site-data";

interface FollowPage extends FollowFormProps {
  readonly title: string;
  /** Paths of the page that is followed, and of the feed. */
  readonly href: string;
  readonly self: string;
  readonly currency: Currency;
  /** The newest first. */
  readonly entries: readonly {
    readonly title: string;
    readonly href: string;
    readonly date: string | null;
  }[];
  readonly fetchedAt: number;
  /** The picture of a coin's price for other sites. */
  readonly tile?: { readonly src: string; readonly alt: string } | undefined;
}

export function followMeta({ title, address, self }: FollowPage) {
  return {
    title: pageTitle(`Follow ${title}`),
    description: `What the feed “${title}” tells, and its address for feed readers.`,
    canonical: address,
    feed: { title, path: self },
    // Anyone can make up any number of them.
    isForSearch: false,
  };
}

/** Shows what one will be told, and the address that tells it. */
export function FollowView() {
  const { title, href, self, address, currency, names, entries, tile, fetchedAt } =
    useLoaderData<FollowPage>();
  const [path = "", query] = address.split("?");
  const { siteUrl = null } = useSiteData() ?? {};
  const isHydrated = useHydrated();
  const feed = (siteUrl ?? (isHydrated ? location.origin : "")) + self;
  return (
    <div className="page about in-columns follow-page">
      <div className="list-head is-linkless">
        <h1 className="title is-long">{title}</h1>
        <div>
          <RadioForm
            action={path}
            choices={[currencyChoice(currency)]}
            others={Object.fromEntries(new URLSearchParams(query))}
          />
        </div>
        <p className="is-quiet">
          <Link to={href}>{names.includes("above") ? "To the coin’s page" : "To the list"}</Link>
        </p>
      </div>
      <p>
        A feed is an address that a feed reader asks now and then. It needs no account, and this site learns
        nothing of who reads it.
      </p>
      <label className="is-block">
        <span>Address of the feed</span>
        <input className="input" readOnly value={feed} />
      </label>
      <p className="buttons">
        <a className="button" href={self} type="application/atom+xml">
          <Icon name="leave" />
          Open the feed
        </a>{" "}
        {isHydrated ? (
          <button className="button" type="button" onClick={() => copyText(feed, "Address")}>
            <Icon name="copy" />
            Copy address
          </button>
        ) : null}
      </p>
      {names.length === 0 ? null : (
        <>
          <h2>What it tells of</h2>
          <div className="box">
            <FollowForm address={address} names={names} />
          </div>
        </>
      )}
      <h2>What it tells now</h2>
      {entries.length === 0 ? (
        <p>Nothing in the last thirty days. The next time comes by itself.</p>
      ) : (
        <ul>
          {entries.map(({ title: told, href: about, date }) => (
            <li key={`${date} ${told}`} className="py-1">
              {date === null ? null : (
                <time className="is-quiet" translate="no">
                  {date}
                </time>
              )}{" "}
              <Link to={about} translate="no">
                {told}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {tile === undefined ? null : <Tile {...tile} href={href} />}
      <p className="is-quiet">
        Days end at midnight UTC. A close is told between one and three hours after it.
      </p>
      <AsOf time={fetchedAt} />
    </div>
  );
}

/** Shows a tile, and the HTML that puts it on another page. */
function Tile({ src, alt, href }: { readonly src: string; readonly alt: string; readonly href: string }) {
  const { siteUrl = null, credit = null } = useSiteData() ?? {};
  const isHydrated = useHydrated();
  const site = siteUrl ?? (isHydrated ? location.origin : "");
  const image = `<img src="${quoted(site + src)}" width="${TILE_SIZE.width}" height="${TILE_SIZE.height}" alt="${quoted(alt)}">`;
  const source = credit === null ? "" : `<br><a href="${quoted(credit.href)}">${quoted(credit.text)}</a>`;
  return (
    <>
      <h2>A tile for your page</h2>
      <p>
        <img src={src} {...TILE_SIZE} alt={alt} loading="lazy" />
      </p>
      <p>
        <textarea
          className="textarea is-quiet is-family-monospace"
          aria-label="HTML of the tile, to copy"
          rows={4}
          readOnly
          value={`<a href="${quoted(site + href)}">${image}</a>${source}`}
        />
      </p>
    </>
  );
}
