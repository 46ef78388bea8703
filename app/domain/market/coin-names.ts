import type { CoinNames } from "./coin";

/** A coin as a line of `CoinNames` has it. */
export interface NamedCoin {
  readonly id: string;
  readonly symbol: string;
  readonly name: string;
}

/** Writes the line of a coin, whose texts have neither tabs nor line ends. */
export function nameLine({ id, symbol, name }: NamedCoin): string {
  return `${id}\t${symbol}\t${name}`;
}

/** Gives where each line begins. */
export function* nameOffsets({ lines }: CoinNames): Iterable<number> {
  for (let offset = 0; offset < lines.length; ) {
    yield offset;
    const end = lines.indexOf("\n", offset);
    offset = end === -1 ? lines.length : end + 1;
  }
}

/** Reads the line that begins at an offset. What it holds is not known to be a coin: replicas share these texts. */
export function namedCoinAt({ lines }: CoinNames, offset: number): NamedCoin {
  const end = lines.indexOf("\n", offset);
  const [id = "", symbol = "", name = ""] = lines.slice(offset, end === -1 ? undefined : end).split("\t");
  return { id, symbol, name: name || id };
}
