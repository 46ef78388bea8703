import { SCALE_NAMES, STYLES } from "~/domain/chart/chart-view";
import { RULE_NAMES, type RuleName } from "~/domain/feed/rules";
import { MOVER_LISTS } from "~/domain/market/coin-selection";
import { CURRENCIES } from "~/domain/market/currency";
import { RANGES } from "~/domain/market/range";
import { SITE_NAME } from "~/domain/page-meta";
import { DEFAULT_PAST, EVERY_NAMES } from "~/domain/past/past-query";

const nullable = (type: string) => ({ type: [type, "null"] });

function object(properties: Readonly<Record<string, object>>) {
  return { type: "object", required: Object.keys(properties), properties };
}

/** A row of `prices`: a moment, and amounts. */
function row(...amounts: readonly object[]) {
  const prefixItems = [{ type: "string", format: "date-time" }, ...amounts];
  return { type: "array", prefixItems, items: false, minItems: prefixItems.length };
}

const UNIT = { enum: CURRENCIES.map((currency) => currency.toUpperCase()) };

/** The shape of `history.json`; `version` is raised when fields change their meaning. */
export const HISTORY_SCHEMA = object({
  version: { const: 2 },
  coin: object({ id: { type: "string" }, symbol: { type: "string" }, name: { type: "string" } }),
  currency: { enum: CURRENCIES },
  range: { enum: RANGES },
  units: { ...object({ time: { const: "ISO 8601, UTC" } }), additionalProperties: UNIT },
  isSample: { type: "boolean", description: "Whether the prices are made up." },
  credit: {
    ...nullable("object"),
    description: "Name and address of the source of the prices, and the text that credits it.",
  },
  page: { type: "string", description: "Address of the coin's page." },
  fetchedAt: { type: "string", format: "date-time" },
  isOutOfDate: { type: "boolean", description: "Whether the prices could not be refreshed in time." },
  columns: { type: "array", items: { type: "string" } },
  prices: {
    type: "array",
    description: "Oldest first, at most 5,000; each with the columns in their order.",
    items: {
      anyOf: [
        row({ type: "number" }, nullable("number"), nullable("number")),
        row(...Array(4).fill({ type: "number" })),
      ],
    },
  },
});

function inQuery(name: string, values: readonly string[]) {
  return { name, in: "query", schema: { enum: values, default: values[0] } };
}

const RANGE = inQuery("range", RANGES);

/** Candles are open, high, low and close of periods, and only of prices. */
const STYLE = inQuery("style", STYLES);

function written(name: string, schema: object, description: string) {
  return { name, in: "query", schema, description };
}

function file(summary: string, type: string, schema: object, others: readonly object[] = [], refusal = {}) {
  const parameters = [inQuery("currency", CURRENCIES), ...others];
  const responses = {
    200: { description: summary, content: { [type]: { schema } } },
    304: { description: "Not modified since the answer whose ETag is in If-None-Match." },
    ...refusal,
    404: { description: "There is no such coin." },
    502: { description: "The market data could not be fetched." },
    503: { description: "Too busy: try again after the seconds in Retry-After." },
  };
  return { get: { summary, parameters, responses } };
}

const ID = { name: "id", in: "path", required: true, schema: { type: "string" }, example: "bitcoin" };

const IDS = {
  name: "ids",
  in: "query",
  required: true,
  schema: { type: "string" },
  example: "bitcoin,ethereum",
  description: "Up to 50 ids of coins, without amounts.",
};

function fileOfCoin(...described: Parameters<typeof file>) {
  return { parameters: [ID], ...file(...described) };
}

function feed(summary: string, others: readonly object[]) {
  return file(summary, "application/atom+xml", { type: "string" }, others, REFUSAL);
}

const REFUSAL = { 400: { description: "A value cannot be read." } };

function rule(name: RuleName) {
  return { name, in: "query", schema: { type: "number", exclusiveMinimum: 0 } };
}

/** The description of what other programs and sites may read, as in https://spec.openapis.org/oas/v3.1.0. */
export function openApi(siteUrl: string | null) {
  const text = { type: "string" };
  return {
    openapi: "3.1.0",
    info: {
      title: SITE_NAME,
      version: "2",
      description: "Price histories and feeds of crypto coins. No key is needed.",
    },
    servers: [{ url: siteUrl ?? "/" }],
    paths: {
      "/coin/{id}/history.json": fileOfCoin("A price history", "application/json", HISTORY_SCHEMA, [
        RANGE,
        STYLE,
      ]),
      "/coin/{id}/history.csv": fileOfCoin("A price history as CSV", "text/csv", text, [RANGE, STYLE]),
      "/coin/{id}/chart.svg": fileOfCoin("A chart", "image/svg+xml", text, [
        RANGE,
        STYLE,
        inQuery("metric", ["price", "market_cap"]),
        inQuery("scale", Object.keys(SCALE_NAMES)),
        inQuery("mode", ["light", "dark"]),
      ]),
      "/coin/{id}/past.csv": fileOfCoin(
        "What buying on past days would have come to, as CSV",
        "text/csv",
        text,
        [
          written("date", { type: "string", format: "date" }, "The first day; a year ago by default."),
          written("amount", { type: "string", default: DEFAULT_PAST.amount }, "What each purchase costs."),
          inQuery("every", Object.keys(EVERY_NAMES)),
        ],
      ),
      "/coin/{id}/tile.svg": fileOfCoin("A tile with the current price", "image/svg+xml", text, [
        inQuery("mode", ["light", "dark"]),
      ]),
      "/coin/{id}/feed.atom": {
        parameters: [ID],
        ...feed(
          "Each day’s close, or on which days values were reached, for thirty days",
          RULE_NAMES.map(rule),
        ),
      },
      "/watchlist/feed.atom": feed("The days of a list of coins, or on which one has moved", [
        IDS,
        rule("move"),
      ]),
      "/coins/feed.atom": feed("The coins that rose or fell most on each day", [
        inQuery("list", MOVER_LISTS),
        { name: "top", in: "query", schema: { enum: [100, 1000], default: 1000 } },
      ]),
    },
  };
}
