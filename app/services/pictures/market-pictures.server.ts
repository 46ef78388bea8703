import type { LookupAddress } from "node:dns";
import { Resolver } from "node:dns/promises";
import { get as getHttp, type IncomingMessage } from "node:http";
import { get as getHttps } from "node:https";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { LRUCache } from "lru-cache";
import { TIME } from "~/domain/time";
import { BusyError, createWorkQueue } from "../http/work-queue.server";
import { measureCache } from "../metrics.server";
import { within } from "../within.server";

/** A picture of a coin or an exchange, as its bytes say, not as they were announced. */
export interface MarketPicture {
  readonly type: "image/png" | "image/jpeg" | "image/gif" | "image/webp";
  readonly bytes: Buffer<ArrayBuffer>;
}

const MAX_PICTURE_BYTES = 200_000;
/** Those that are asked for often are in the page cache, too. */
const MAX_CACHED_BYTES = 16_000_000;
/** What a failure counts as, so that failures are bounded, too. */
const FAILURE_BYTES = 100;
const TTL_MS = 7 * TIME.DAY;
const FAILURE_TTL_MS = 10 * TIME.MINUTE;
const TIMEOUT_MS = 5000;
/** A browser has few connections to a site, and what else it asks for must not wait behind pictures. */
const MAX_WAIT_MS = 1500;
const MAX_REDIRECTS = 2;
/** As many as a browser's first screen asks for; a page's others wait. */
const CONCURRENCY = 12;
const MAX_WAITING = 400;

/**
 * Networks that are not the public internet: https://www.iana.org/assignments/iana-ipv4-special-registry, and -ipv6-. For IPv6, all
 * but the part that is given out, and within that tunnels to IPv4 and examples. Two lists, as `::/3` in one would hold IPv4, too.
 */
const NOT_PUBLIC = {
  ipv4: blockList(
    "ipv4",
    "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3",
  ),
  ipv6: blockList("ipv6", "::/3 4000::/2 8000::/1 2001::/23 2001:db8::/32 2002::/16"),
};

function blockList(family: "ipv4" | "ipv6", networks: string): BlockList {
  const list = new BlockList();
  for (const [network = "", prefix] of networks.split(" ").map((text) => text.split("/")))
    list.addSubnet(network, Number(prefix), family);
  return list;
}

export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  const family = version === 6 ? "ipv6" : "ipv4";
  return version !== 0 && !NOT_PUBLIC[family].check(address, family);
}

const resolver = new Resolver({ timeout: 1000, tries: 2 });

/**
 * The public addresses of hosts; none for one that cannot be resolved. Not `lookup`, which keeps a thread that compression needs.
 */
const publicAddresses = new LRUCache<string, readonly LookupAddress[]>({
  max: 100,
  ttl: TIME.MINUTE,
  async fetchMethod(host) {
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    return found
      .flatMap((result) => (result.status === "fulfilled" ? result.value : []))
      .filter(isPublicAddress)
      .map((address) => ({ address, family: isIP(address) }));
  },
});

/** The connection is made to what it returns, so no second answer can differ. */
const publicLookup: LookupFunction = async (host, options, callback) => {
  const addresses = (await publicAddresses.fetch(host)) ?? [];
  const [first] = addresses;
  if (first === undefined) callback(new Error(`${host} has no public address`), "");
  else if (options.all) callback(null, [...addresses]);
  else callback(null, first.address, first.family);
};

/**
 * Creates the pictures of coins and exchanges, each fetched once.
 * @param service the origin of the market data service, which the operator trusts: it may be in a private network, and without https;
 * or the sample market
 */
export function createMarketPictures(
  service: string | ((request: Request) => Promise<Response>) | null,
  maxWaitMs = MAX_WAIT_MS,
) {
  const queue = createWorkQueue(CONCURRENCY, [["picture", MAX_WAITING]]);
  const pictures = new LRUCache<string, MarketPicture | "failed">({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: (picture) => (picture === "failed" ? FAILURE_BYTES : picture.bytes.byteLength),
    ttl: TTL_MS,
    fetchMethod: async (url, _, { options, signal }) => {
      const picture = await queue.run("picture", signal, () => fetchPicture(url));
      if (picture === null) options.ttl = FAILURE_TTL_MS;
      return picture ?? "failed";
    },
  });
  measureCache("pictures", pictures);

  /** Resolves to null for a failure of any kind: what failed is not the visitor's business. */
  async function fetchPicture(url: string): Promise<MarketPicture | null> {
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    try {
      if (typeof service === "function") {
        const response = await service(new Request(url));
        return pictureOf(Buffer.from(await response.arrayBuffer()));
      }
      let next: string | null = url;
      for (let redirects = 0; next !== null && redirects <= MAX_REDIRECTS; redirects += 1) {
        const response = await requestFrom(next, timeout);
        if (response.statusCode === 200) return pictureOf(await boundedBytes(response));
        response.destroy();
        next = redirectOf(response, next);
      }
    } catch {}
    return null;
  }

  function requestFrom(url: string, signal: AbortSignal): Promise<IncomingMessage> {
    const { origin, protocol, hostname } = new URL(url);
    const isService = origin === service;
    // A literal address is not looked up.
    const isAllowed = isService || (protocol === "https:" && isIP(hostname.replace(/^\[|\]$/g, "")) === 0);
    if (!isAllowed) throw new Error(`${origin} is not allowed`);
    return new Promise((resolve, reject) => {
      const get = protocol === "https:" ? getHttps : getHttp;
      const options = { signal, headers: { Accept: "image/*" }, ...(!isService && { lookup: publicLookup }) };
      get(url, options, resolve).on("error", reject);
    });
  }

  return {
    /**
     * Resolves to the picture at an address that the market data named; null if there is none.
     * @throws {BusyError} if too many others wait, or if it takes long; then it will be there for the next visitor
     */
    find: async (url: string): Promise<MarketPicture | null> => {
      const picture = await within(maxWaitMs, pictures.fetch(url));
      if (picture === null) throw new BusyError();
      return picture === undefined || picture === "failed" ? null : picture;
    },
  };
}

/** Where a redirect leads to, if that is on the same host; else null. */
function redirectOf({ statusCode = 0, headers: { location } }: IncomingMessage, from: string): string | null {
  if (statusCode < 300 || statusCode >= 400 || location === undefined || !URL.canParse(location, from))
    return null;
  const to = new URL(location, from);
  return to.origin === new URL(from).origin ? to.href : null;
}

/** @throws when there are too many */
async function boundedBytes(response: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.byteLength;
    if (length > MAX_PICTURE_BYTES) throw new Error("The picture is too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Recognises a picture by its first bytes; never SVG, which can have scripts. */
function pictureOf(bytes: Buffer<ArrayBuffer>): MarketPicture | null {
  const start = bytes.toString("latin1", 0, 12);
  if (start.startsWith("\x89PNG\r\n\x1a\n")) return { type: "image/png", bytes };
  if (start.startsWith("\xff\xd8\xff")) return { type: "image/jpeg", bytes };
  if (/^GIF8[79]a/.test(start)) return { type: "image/gif", bytes };
  return start.startsWith("RIFF") && start.endsWith("WEBP") ? { type: "image/webp", bytes } : null;
}
