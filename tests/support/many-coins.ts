import { TOP_HUNDRED_COINS } from "~/services/sample-market/top-hundred-coins.server";

/** Words for names of coins, the more common ones first. */
const WORDS =
  `Coin Token Protocol Finance Network Doge Inu Bitcoin Wrapped Bridged Ethereum Meta Moon Chain Swap AI Cat Pepe
Dao Baby Staked USD Game World Shiba Solana Verse Pay Cash Gold Super Green Elon Trump Frog Ape Space Star Rocket Safe Yield
Vault Liquid Dragon King Queen Bull Bear Whale Fish Panda Tiger Lion Wolf Fox Bunny Duck Goat Monkey Robot Cyber Quantum
Neural Matrix Oracle Data Storage Cloud Edge Layer Bridge Cross Multi Omni Poly Mono Hyper Ultra Mega Giga Nano Pico Terra
Luna Sol Mars Venus Saturn Orbit Galaxy Cosmic Nebula Nova Zenith Apex Prime Alpha Beta Gamma Delta Omega Sigma Theta Zeta
Credit Bank Lend Borrow Stake Farm Harvest Seed Root Leaf Tree Forest River Ocean Wave Storm Thunder Flash Light Dark Shadow
Ghost Spirit Soul Mind Brain Heart Hand Eye Fire Ice Water Earth Wind Stone Rock Metal Iron Steel Silver Bronze Diamond Ruby
Pearl Crystal Magic Wizard Witch Knight Sword Shield Castle Tower Gate Key Lock Chest Box Card Dice Poker Casino Lucky Happy
Joy Smile Love Peace War Hero Legend Myth Epic Saga Quest Hunt Race Speed Turbo Drive Motor Auto Air Jet Plane Ship Boat Sail
Anchor Harbor Port Dock Island Beach Sun Summer Winter Spring Snow Frost Blaze Ember Spark Volt Watt Power Energy Fuel Gas Oil
Zorp Quix Blen Vark Thoom Gliss Prax Jund Wexo Ruvi Cordo Elmar Istro Upsil Yarn Kryll Nexo Orbs Tello Zila`.split(
    /\s+/,
  );

/** Words of other scripts, and characters beyond 16 bits. */
const OTHER_WORDS = "比特币 柴犬 Биткоин Монета ビットコイン 犬コイン 비트코인 सिक्का عملة 🚀 🐸 Café".split(
  " ",
);

interface ManyCoin {
  readonly id: string;
  readonly symbol: string;
  readonly name: string;
}

/**
 * Makes up this number of coins, the same each time: the hundred largest with their real names, then names of one to four
 * words, with lengths and repetitions like those of a real list; one in a hundred is in another script.
 */
export function manyCoins(count: number): ManyCoin[] {
  const coins = TOP_HUNDRED_COINS.map(({ id, symbol, name }) => ({ id, symbol, name }));
  const ids = new Set(coins.map(({ id }) => id));
  let seed = 12_345;
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648;
  };
  const wordOf = () => WORDS[Math.floor(WORDS.length * random() ** 1.7)] ?? "";
  while (coins.length < count) {
    const words = Array.from({ length: 1 + Math.floor(3.2 * random()) }, wordOf);
    if (random() < 0.01) words[0] = OTHER_WORDS[Math.floor(OTHER_WORDS.length * random())] ?? "";
    const name = words.join(" ");
    const slug = name.toLowerCase().replace(/ /g, "-");
    const id = ids.has(slug) ? `${slug}-${coins.length}` : slug;
    ids.add(id);
    const symbol = words
      .map((word) => word.slice(0, words.length > 1 ? 2 : 4))
      .join("")
      .toLowerCase();
    coins.push({ id, symbol, name });
  }
  return coins.slice(0, count);
}
