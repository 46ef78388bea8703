import PROJECTS from "./projects.json";
import { categoriesOf } from "./sample-categories.server";
import type { SampleCoin } from "./sample-coins.server";

interface ProjectFacts {
  readonly homepage: string;
  readonly explorers?: readonly string[];
  readonly github?: readonly string[];
  readonly whitepaper?: string;
  readonly subreddit?: string;
  readonly genesis?: string;
  readonly algorithm?: string;
}

/** Of a few coins, one of them with everything that a page can show. */
const FACTS: Readonly<Record<string, ProjectFacts>> = PROJECTS;

/**
 * Returns what the service says of a coin besides its figures: texts with links as HTML, and lists of links padded with empty
 * texts. Coins without a price have none of it.
 */
export function sampleAbout(coin: SampleCoin) {
  const facts: Partial<ProjectFacts> = FACTS[coin.id] ?? {};
  const { homepage, explorers = [], github = [] } = facts;
  return {
    categories: categoriesOf(coin).map(({ name }) => name),
    description: { en: coin.priceUsd === null ? "" : description(coin, homepage) },
    links: {
      homepage: [homepage ?? "", "", ""],
      whitepaper: facts.whitepaper ?? "",
      blockchain_site: [...explorers, "", "", ""],
      subreddit_url: facts.subreddit ?? null,
      repos_url: { github, bitbucket: [] },
    },
    genesis_date: facts.genesis ?? null,
    hashing_algorithm: facts.algorithm ?? null,
  };
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
