import { expect, it } from "vitest";
import { PAGES } from "~/domain/addresses/page-addresses";
import { loader as coinFile } from "~/routes/coin.$id_.$file";
import { loader as moversFile } from "~/routes/coins_.feed[.]atom";
import { loader as listFeed } from "~/routes/watchlist_.feed[.]atom";
import { moversFeed } from "~/services/exports/feeds.server";
import { HISTORY_SCHEMA, openApi } from "~/services/exports/open-api.server";

interface Schema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema;
  readonly items?: Schema | false;
  readonly minItems?: number;
  readonly anyOf?: readonly Schema[];
  readonly prefixItems?: readonly Schema[];
}

function typeOf(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}

/** Lists where a value differs from its description; fields that are not described count. */
function faults(value: unknown, schema: Schema, at = "$"): string[] {
  const { anyOf } = schema;
  if (anyOf) return anyOf.some((each) => faults(value, each).length === 0) ? [] : [at];
  const isType = schema.type === undefined || [schema.type].flat().includes(typeOf(value));
  const isValue = schema.const === undefined || schema.const === value;
  if (!isType || !isValue || schema.enum?.includes(value) === false) return [at];
  if (Array.isArray(value)) {
    const items = value.flatMap((item, index) => {
      const described = schema.prefixItems?.[index] ?? schema.items ?? {};
      return described ? faults(item, described, `${at}[${index}]`) : [`${at}[${index}]`];
    });
    return value.length < (schema.minItems ?? 0) ? [at, ...items] : items;
  }
  const { properties } = schema;
  if (typeof value !== "object" || value === null || properties === undefined) return [];
  const fields = Object.entries(value).flatMap(([name, field]) => {
    const described = properties[name] ?? schema.additionalProperties;
    return described === undefined ? [`${at}.${name}`] : faults(field, described, `${at}.${name}`);
  });
  return [...fields, ...(schema.required ?? []).filter((name) => !(name in value))];
}

it.each(Object.keys(openApi(null).paths))("%s answers as it is described, to any site", async (path) => {
  const file = path.split("/").at(-1) ?? "";
  // A visitor's calls: programs have few.
  const { asked } = PAGES.followMovers.parse(new URLSearchParams());
  await moversFeed(asked, new AbortController().signal, false);
  const loader = { "/watchlist/feed.atom": listFeed, "/coins/feed.atom": moversFile }[path] ?? coinFile;
  for (const query of ["", "&currency=usd&range=1y", "&currency=eur&range=max&style=candles"]) {
    const request = new Request(`http://site.test${path.replace("{id}", "bitcoin")}?ids=bitcoin${query}`);
    const response = await loader({ params: { id: "bitcoin", file }, request, context: {} });
    const described = Object.entries(openApi(null).paths).find(([each]) => each === path)?.[1];
    expect([response.status, response.headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
    expect(response.headers.get("cache-control")).toMatch(/^public/);
    const [type = ""] = Object.keys(described?.get.responses[200].content ?? {});
    expect(response.headers.get("content-type")).toContain(type);
    if (file !== "history.json") continue;
    const history: unknown = await response.json();
    expect(faults(history, HISTORY_SCHEMA)).toEqual([]);
    const odd = { ...Object(history), prices: [["2026-11-22T11:30:00.000Z", 1]] };
    expect(faults(odd, HISTORY_SCHEMA)).toEqual(["$.prices[0]"]);
    const newer = { ...Object(history), version: 1, more: 1 };
    expect(faults(newer, HISTORY_SCHEMA)).toEqual(["$.version", "$.more"]);
  }
});
