/**
 * All coins of the service by name: one line each, with id, symbol and name separated by tabs. As 20,000 objects they would
 * take several times the memory, and would block the process whenever they are shared or frozen.
 */
export interface CoinNames {
  readonly lines: string;
}

/** A parsed line. */
export interface NamedCoin {
  readonly id: string;
  /** As the service writes it, mostly lower case; may be empty. */
  readonly symbol: string;
  readonly name: string;
}

/** Writes the line of a coin, whose texts have neither tabs nor line ends. */
export function nameLine({ id, symbol, name }: NamedCoin): string {
  return `${id}\t${symbol}\t${name}`;
}

/** Yields the offset of each line. */
export function* nameOffsets({ lines }: CoinNames): Iterable<number> {
  for (let offset = 0; offset < lines.length; ) {
    yield offset;
    const end = lines.indexOf("\n", offset);
    offset = end === -1 ? lines.length : end + 1;
  }
}

/** Parses the line at an offset. */
export function namedCoinAt({ lines }: CoinNames, offset: number): NamedCoin {
  const end = lines.indexOf("\n", offset);
  const [id = "", symbol = "", name = ""] = lines.slice(offset, end === -1 ? undefined : end).split("\t");
  return { id, symbol, name: name || id };
}

/** Finds a coin by its id; null if there is none. */
export function findNamedCoin(names: CoinNames, id: string): NamedCoin | null {
  if (names.lines.startsWith(`${id}\t`)) return namedCoinAt(names, 0);
  const before = names.lines.indexOf(`\n${id}\t`);
  return before === -1 ? null : namedCoinAt(names, before + 1);
}
