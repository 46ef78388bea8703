import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage } from "node:http";
import { BlockList, isIP, SocketAddress } from "node:net";

const networks = new AsyncLocalStorage<string | null>();

/** Addresses of `X-Forwarded-For` that are read, from the right: more than any chain of proxies adds. */
const MAX_FORWARDED = 20;

/**
 * Addresses that nobody on the internet has: loopback, private, link-local, unique-local, a provider's own, groups and reserved ones
 * (https://www.iana.org/assignments/iana-ipv4-special-registry). IPv4 within IPv6 counts as IPv4.
 */
const INNER_ADDRESSES = new BlockList();
const INNER_IPV4 =
  "127.0.0.0/8 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 169.254.0.0/16 100.64.0.0/10 224.0.0.0/3 0.0.0.0/8";
for (const subnet of `${INNER_IPV4} ::/127 fe80::/10 fc00::/7 ff00::/8`.split(" ")) {
  const [start = "", prefix] = subnet.split("/");
  INNER_ADDRESSES.addSubnet(start, Number(prefix), start.includes(":") ? "ipv6" : "ipv4");
}

/**
 * Runs the work for a visitor's request. Whatever it awaits knows the visitor's network too, so pages need not pass it on.
 * @param network as returned by `visitorNetwork`; null if visitors' addresses are hidden
 */
export function runForNetwork<Result>(network: string | null, work: () => Result): Result {
  return networks.run(network, work);
}

/** Returns the network whose request is being answered; null if unknown or outside of a request. */
export function currentNetwork(): string | null {
  return networks.getStore() ?? null;
}

/**
 * Returns the network of a visitor; null if hidden. From a public address the visitors come themselves, and could forge headers.
 * Any other is a proxy's (or somebody's at home): the visitor is the last public address in `X-Forwarded-For`, to which each
 * proxy adds one on the right, or else `X-Real-IP`.
 * @param isOpen whether visitors come from public addresses; false: those are proxies', too, and hide visitors
 */
export function visitorNetwork({ headers, socket }: IncomingMessage, isOpen: boolean): string | null {
  const own = publicNetworkOf(socket.remoteAddress);
  if (own !== null) return isOpen ? own : null;
  const forwarded = String(headers["x-forwarded-for"]).split(",").slice(-MAX_FORWARDED);
  const named = [String(headers["x-real-ip"]), ...forwarded].map(publicNetworkOf);
  return named.findLast((network) => network !== null) ?? null;
}

/**
 * Returns the network of a public address: the first four groups of IPv6, because a household has all addresses that begin with them;
 * for IPv4, also written within IPv6, the address itself. Null for any other address, and for what is none.
 * @param text as proxies write it, with or without a port: `192.0.2.1:80`, `[2001:db8::1]:80`
 */
export function publicNetworkOf(text = ""): string | null {
  const [, ipv6, ipv4] = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/.exec(text.trim()) ?? [];
  const written = (ipv6 ?? ipv4 ?? text.trim()).replace(/%.*/, "");
  const family = isIP(written) === 6 ? "ipv6" : "ipv4";
  if (isIP(written) === 0 || INNER_ADDRESSES.check(written, family)) return null;
  const address = new SocketAddress({ address: written, family }).address.replace(/^::ffff:(?=[\d.]+$)/, "");
  if (!address.includes(":")) return address;
  const [first = [], last = []] = address.split("::").map((part) => part.split(":").filter(Boolean));
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => "0");
  return [...first, ...zeros, ...last].slice(0, 4).join(":");
}
