import { AsyncLocalStorage } from "node:async_hooks";

const networks = new AsyncLocalStorage<string | null>();

/**
 * Runs the work for a visitor's request. Whatever it awaits knows the visitor's network too, so pages need not pass it on.
 * @param network as returned by `networkOf`; null if visitors' addresses are hidden
 */
export function runForNetwork<Result>(network: string | null, work: () => Result): Result {
  return networks.run(network, work);
}

/** Returns the network whose request is being answered; null if unknown or outside of a request. */
export function currentNetwork(): string | null {
  return networks.getStore() ?? null;
}

/**
 * Returns the network of an address: the first four groups of IPv6, because a household has all addresses that begin with them;
 * for IPv4, also written within IPv6, the address itself.
 */
export function networkOf(address: string): string {
  const ipv4 = address.replace(/^::ffff:(?=[\d.]+$)/, "");
  if (!ipv4.includes(":")) return ipv4;
  const [first = [], last = []] = ipv4.split("::").map((part) => part.split(":").filter(Boolean));
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => "0");
  return [...first, ...zeros, ...last].slice(0, 4).join(":");
}
