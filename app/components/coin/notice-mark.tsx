import { Link } from "@remix-run/react";
import { coinHref, NOTICE_ID } from "~/domain/addresses/page-addresses";
import type { NamedCoin } from "~/domain/market/coin";
import type { Currency } from "~/domain/market/currency";

interface NoticeMarkProps {
  readonly coin: Pick<NamedCoin, "id" | "name"> & { readonly hasNotice?: boolean | undefined };
  readonly currency: Currency;
}

/** Leads to what the service warns of on the coin's page; nothing for a coin without a known notice. */
export function NoticeMark({ coin: { id, name, hasNotice }, currency }: NoticeMarkProps) {
  if (!hasNotice) return null;
  return (
    <span className="notice-mark">
      <Link to={`${coinHref(id, currency)}#${NOTICE_ID}`}>
        Notice<span className="is-sr-only">{` about ${name}`}</span>
      </Link>
    </span>
  );
}
