import type { SampleCoin } from "./sample-coins.server";
import { fractionOf } from "./sample-prices.server";
import { TOP_HUNDRED_COINS } from "./top-hundred-coins.server";

interface SampleCategory {
  /** Value of `category` in a query. */
  readonly id: string;
  readonly name: string;
  /** Its members among the top hundred. */
  readonly coins: ReadonlySet<string>;
  /** Share of the numbered coins in it, from 0 to 1. */
  readonly share: number;
}

const STABLE = TOP_HUNDRED_COINS.flatMap(({ id, pace }) => (pace === "steady" ? [id] : [])).join(" ");

/** Categories of the real service, by their ids and names there. */
const CATEGORIES: readonly SampleCategory[] = [
  category(
    "layer-1",
    "Layer 1 (L1)",
    0.06,
    "bitcoin ethereum ripple binancecoin solana tron dogecoin hyperliquid cardano bitcoin-cash monero stellar zcash litecoin avalanche-2 hedera-hashgraph sui the-open-network crypto-com-chain polkadot near internet-computer ethereum-classic algorand kaspa cosmos aptos filecoin vechain tezos sei-network celestia",
  ),
  category(
    "smart-contract-platform",
    "Smart Contract Platform",
    0.05,
    "ethereum ripple binancecoin solana tron cardano stellar avalanche-2 sui hedera-hashgraph the-open-network crypto-com-chain polkadot near internet-computer ethereum-classic algorand cosmos aptos vechain tezos sei-network arbitrum",
  ),
  category(
    "proof-of-work-pow",
    "Proof of Work (PoW)",
    0.02,
    "bitcoin dogecoin bitcoin-cash monero zcash litecoin ethereum-classic kaspa",
  ),
  category("stablecoins", "Stablecoins", 0, STABLE),
  category("meme-token", "Meme", 0.3, "dogecoin memecore shiba-inu pepe pump-fun official-trump bonk"),
  category(
    "decentralized-finance-defi",
    "Decentralized Finance (DeFi)",
    0.14,
    "hyperliquid chainlink dai uniswap aave sky aster-2 ethena morpho ondo-finance jupiter-exchange-solana just injective-protocol pancakeswap-token the-graph gho",
  ),
  category(
    "exchange-based-tokens",
    "Exchange-based Tokens",
    0.01,
    "binancecoin whitebit leo-token crypto-com-chain okb bitget-token kucoin-shares gatechain-token htx-dao uniswap pancakeswap-token hyperliquid",
  ),
  category(
    "artificial-intelligence",
    "Artificial Intelligence (AI)",
    0.1,
    "bittensor near render-token fetch-ai virtual-protocol the-graph internet-computer",
  ),
  category("layer-2", "Layer 2 (L2)", 0.03, "mantle polygon-ecosystem-token arbitrum optimism blockstack"),
  category("privacy-coins", "Privacy Coins", 0.01, "monero zcash beldex midnight-3"),
  category("tokenized-gold", "Tokenized Gold", 0, "tether-gold pax-gold"),
  category("gaming", "Gaming (GameFi)", 0.08, ""),
];

export function categoryRows() {
  return CATEGORIES.map(({ id, name }) => ({ category_id: id, name }));
}

export function categoriesOf(coin: SampleCoin): readonly SampleCategory[] {
  return CATEGORIES.filter((each) => belongsTo(each, coin));
}

/** Returns the coins of a category, in their order; none for an unknown one. */
export function coinsInCategory(coins: readonly SampleCoin[], categoryId: string): readonly SampleCoin[] {
  const chosen = CATEGORIES.find(({ id }) => id === categoryId);
  return chosen === undefined ? [] : coins.filter((coin) => belongsTo(chosen, coin));
}

function belongsTo({ id, coins, share }: SampleCategory, coin: SampleCoin): boolean {
  return coins.has(coin.id) || (coin.id.startsWith("sample-coin-") && fractionOf(`${coin.id}/${id}`) < share);
}

/** @param coins ids, with spaces between them */
function category(id: string, name: string, share: number, coins: string): SampleCategory {
  return { id, name, share, coins: new Set(coins.split(" ")) };
}
