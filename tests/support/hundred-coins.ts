import { marketRow } from "~/services/sample-market/service-bodies.server";

/**
 * A full, made-up page of the coin list. Its texts are as long and as varied as those of a real service, so that they
 * compress as well: ids that differ from the names, and addresses of pictures with arbitrary numbers.
 */

const BEGINNINGS = ["Vel", "Kor", "Zan", "Mir", "Tal", "Oro", "Lum", "Pax", "Nex", "Sol", "Bry", "Qui"];
const MIDDLES = ["a", "e", "i", "o", "u", "ara", "eno", "ixa", "olo", "uma"];
const ENDS = ["ra", "dex", "lia", "nt", "on", "x", "th", "ris", "go", "mi", "chain", "verse"];
const KINDS = [
  ...["", "", "", "", " Network", " Protocol", " Token", " Finance", " USD", " Gold", " Staked Ether"],
];
const FILES = ["", "", "_logo", "-icon", "_200x200", "_Token_Logo_2x", "-symbol-round", "_400x400"];
const ENDINGS = [".png", ".png", ".png", ".jpg", ".jpeg", ".webp"];

/** @param query of `/coins/markets`; prices are the same numbers in every currency */
export function hundredCoinRows(query: URLSearchParams) {
  const random = numbersFrom(query.get("vs_currency")?.length ?? 0);
  const spans = query.get("price_change_percentage")?.split(",") ?? [];
  return Array.from({ length: 100 }, (_, index) => {
    const pick = (texts: readonly string[]) => texts[random(texts.length)] ?? "";
    const word = `${pick(BEGINNINGS)}${pick(MIDDLES)}${pick(ENDS)}`;
    const name = `${random(3) === 0 ? word.toUpperCase() : word}${pick(KINDS)}`;
    const slug = name.toLowerCase().replaceAll(" ", "-");
    const file = random(12) === 0 ? `photo_${random(1e9)}` : `${random(2) === 0 ? slug : word}${pick(FILES)}`;
    const coin = {
      // The number keeps ids unique; some real ones have such numbers.
      id: index % 3 === 0 ? `${slug}-${index}` : `${slug}${pick(MIDDLES)}${index}`,
      symbol: word.slice(0, 2 + random(4)).toLowerCase(),
      name,
      image: `https://coin-pictures.example.com/coins/images/${random(72_000)}/large/${file}${pick(ENDINGS)}?${1_696_000_000 + random(80_000_000)}`,
      rank: index + 1,
      ...{ updatedMs: null, circulatingSupply: null, totalSupply: null, maxSupply: null },
    };
    const figures = {
      price: random(1e6) / 10 ** random(7),
      marketCap: Math.round(1.5e12 / (index + 1) ** 1.8) + random(1e6),
      volume: random(1e9) * 10 ** random(3),
      changes: {
        "1h": (random(400) - 200) / 100,
        "24h": (random(2000) - 1000) / 100,
        "7d": (random(6000) - 3000) / 100,
      },
      ...{ dilutedValuation: null, high24h: null, low24h: null, allTimeHigh: null, allTimeLow: null },
    };
    const week = weekOf(random);
    return marketRow(coin, figures, { spans, week: query.get("sparkline") === "true" ? week : null });
  });
}

/** A random walk of hourly prices. */
function weekOf(random: (limit: number) => number): number[] {
  let price = 1000;
  return Array.from({ length: 168 }, () => {
    price += random(21) - 10;
    return price / 7;
  });
}

/** Pseudo-random numbers that are the same in each run, below the limit that it is called with. */
function numbersFrom(seed: number): (limit: number) => number {
  let state = seed;
  // The generator of Numerical Recipes; its high bits are good enough for texts.
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}
