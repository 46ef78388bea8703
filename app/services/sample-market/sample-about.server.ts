import PROJECTS from "./projects.json";
import { categoriesOf } from "./sample-categories.server";
import type { SampleCoin } from "./sample-coins.server";
import { fractionOf } from "./sample-prices.server";
import type { ServiceAbout } from "./service-bodies.server";

interface ProjectFacts {
  readonly homepage: string;
  readonly explorers?: readonly string[];
  readonly github?: readonly string[];
  readonly whitepaper?: string;
  readonly subreddit?: string;
  readonly genesis?: string;
  readonly algorithm?: string;
  readonly contracts?: Readonly<Record<string, string>>;
}

/** Of a few coins, one of them with everything that a page can show. */
const FACTS: Readonly<Record<string, ProjectFacts>> = PROJECTS;

/** Numbered coins with notices. */
const NOTICES: Readonly<Record<string, Pick<ServiceAbout, "notice" | "moreNotices">>> = {
  "sample-coin-105": {
    notice: "Sample Coin 105 has moved to a new contract. Tokens of the old one are worthless.",
  },
  "sample-coin-112": {
    notice: 'The team has ended the project, see <a href="https://example.com/">its farewell</a>.',
    moreNotices: ["This token cannot be redeemed.", "Most of its supply is held by one wallet."],
  },
};

/**
 * Returns what the service says of a coin besides its figures: texts with links as HTML, and lists of links padded with empty
 * texts. Coins without a price have none of it.
 */
export function sampleAbout(coin: SampleCoin): ServiceAbout {
  const facts: Partial<ProjectFacts> = FACTS[coin.id] ?? {};
  const { homepage, explorers = [], github = [] } = facts;
  return {
    ...NOTICES[coin.id],
    categories: categoriesOf(coin).map(({ name }) => name),
    description: coin.priceUsd === null ? "" : description(coin, homepage),
    links: {
      homepage: [homepage ?? "", "", ""],
      whitepaper: facts.whitepaper ?? "",
      blockchain_site: [...explorers, "", "", ""],
      subreddit_url: facts.subreddit ?? "",
      repos_url: { github, bitbucket: [] },
    },
    genesisDate: facts.genesis ?? null,
    hashingAlgorithm: facts.algorithm ?? null,
    contracts: contractsOf(coin),
  };
}

const CHAINS = ["ethereum", "binance-smart-chain", "solana", "polygon-pos", "arbitrum-one", "base"];
const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** Returns the addresses of a coin's contracts by chain: real ones of a few real coins, and made-up ones of every other numbered coin. */
export function contractsOf({ id, priceUsd }: SampleCoin): Readonly<Record<string, string>> {
  const known = FACTS[id]?.contracts;
  const chance = (fact: string) => fractionOf(`${id}/${fact}`);
  if (known !== undefined || priceUsd === null || !id.startsWith("sample-coin-") || chance("token") < 0.5)
    return known ?? {};
  const count = 1 + Math.floor(CHAINS.length * chance("chains") ** 3);
  const addressOn = (chain: string) => {
    const [start, letters, length] = chain === "solana" ? ["", BASE58, 44] : ["0x", "0123456789abcdef", 40];
    const letterAt = (place: number) => letters[Math.floor(letters.length * chance(`${chain}/${place}`))];
    return `${start}${Array.from({ length }, (_, place) => letterAt(place)).join("")}`;
  };
  return Object.fromEntries(CHAINS.slice(0, count).map((chain) => [chain, addressOn(chain)]));
}

function description({ name }: SampleCoin, homepage: string | undefined): string {
  const opening =
    homepage === undefined
      ? `${name} stands here for the thousands of coins that a market data service lists.`
      : `${name} has a site of its own, <a href="${homepage}">${new URL(homepage).hostname}</a>.`;
  return [
    opening,
    `All its figures are made up: this site shows a <strong>sample market</strong>, which needs no connection to any service. The prices move as those of real coins do, by chance and with the market as a whole.`,
    "With a market data service, this text is the project's own description, with links to what it mentions.",
  ].join("\r\n\r\n");
}
