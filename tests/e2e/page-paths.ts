import { PAGES } from "~/domain/addresses/page-addresses";

/** Paths of all pages of the site, with a coin or an exchange where one is named. */
export const PAGE_PATHS = Object.values(PAGES).map(({ path }) =>
  path.replace("exchange/:id", "exchange/binance").replace(":id", "bitcoin"),
);
