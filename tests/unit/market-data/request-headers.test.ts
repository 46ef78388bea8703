import { expect, it } from "vitest";
import { createClient } from "~/services/market-data/provider/client.server";
import { marketWithServer } from "./market-under-test";

/** The headers of a call to a service at this address; no call is actually made. */
async function headersOfCallTo(baseUrl: string, apiKey: string | null): Promise<Headers> {
  const requests: Request[] = [];
  const getBody = createClient({
    baseUrl,
    apiKey,
    timeoutMs: 0,
    fetch: async (request) => {
      requests.push(request);
      return Response.json([]);
    },
  });
  await getBody("/exchanges", 1000);
  return requests[0]?.headers ?? new Headers();
}

it.each([
  { host: "https://pro-api.coingecko.com/api/v3", header: "x-cg-pro-api-key", other: "x-cg-demo-api-key" },
  { host: "https://api.coingecko.com/api/v3", header: "x-cg-demo-api-key", other: "x-cg-pro-api-key" },
  { host: "https://api.pro-api.example/v3", header: "x-cg-demo-api-key", other: "x-cg-pro-api-key" },
  { host: "http://127.0.0.1:4000", header: "x-cg-demo-api-key", other: "x-cg-pro-api-key" },
])("sends the key to $host as $header", async ({ host, header, other }) => {
  const headers = await headersOfCallTo(host, "secret");
  expect(headers.get(header)).toBe("secret");
  expect(headers.has(other)).toBe(false);
});

it("sends no key where there is none", async () => {
  const headers = await headersOfCallTo("https://api.coingecko.com/api/v3", null);
  expect([...headers.keys()].filter((name) => name.startsWith("x-"))).toEqual([]);
});

it("sends a User-Agent, and accepts JSON", async () => {
  const { market, upstream } = await marketWithServer(undefined, { apiKey: "secret" });
  await market.exchanges();
  const headers = upstream.calls[0]?.headers;
  expect(headers?.["user-agent"]).toMatch(/^cypto-on-the-go\/\d/);
  expect(headers?.accept).toBe("application/json");
  expect(headers?.["x-cg-demo-api-key"]).toBe("secret");
});

it("keeps the key out of the address", async () => {
  const { market, upstream } = await marketWithServer(undefined, { apiKey: "secret" });
  await market.coins("usd", 3);
  expect(upstream.calls[0]?.path).toBe("/coins/markets?vs_currency=usd&page=3");
});
