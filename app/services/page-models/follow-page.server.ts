import { pageAddress } from "~/domain/addresses/canonical-address";
import { type FeedRules, hasRules, NO_RULES, rulesProblem } from "~/domain/feed/rules";
import { formatDate } from "~/domain/format/time";
import type { Currency } from "~/domain/market/currency";
import { config } from "~/services/config.server";
import type { GatherFeed } from "~/services/exports/feeds.server";
import { pageResponse } from "~/services/responses/responses.server";

/** A page shows the newest entries; the feed has the others. */
const MAX_SHOWN = 10;

/**
 * Answers with the page that shows what a feed tells. Rules that cannot be read are shown with what is wrong, beside the feed without
 * any.
 * @throws {Response} 404 where nothing is open to other programs
 */
export function followResponse<Asked extends { readonly currency: Currency; readonly rules: FeedRules }>(
  asked: Asked,
  { url, signal }: Request,
  gather: GatherFeed<Asked>,
) {
  if (!config.hasOpenData) throw new Response(null, { status: 404, statusText: "Not Found" });
  const rules = rulesProblem(asked.rules) === null ? asked.rules : NO_RULES;
  const followed = gather({ ...asked, rules }, signal, false).then(({ model, freshForMs }) => {
    const { today: _, ...feed } = model;
    // Where nothing has to come true, titles name the day that they tell of.
    const dateOf = (time: number) => (hasRules(rules) ? formatDate(time, "utc") : null);
    const entries = feed.entries
      .slice(0, MAX_SHOWN)
      .map(({ title, href, time }) => ({ title, href, date: dateOf(time) }));
    const address = pageAddress(new URL(url));
    return { model: { ...feed, entries, address, currency: asked.currency }, freshForMs };
  });
  return pageResponse(followed);
}
