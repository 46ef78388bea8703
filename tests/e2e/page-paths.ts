import { PAGES } from "~/domain/addresses/page-addresses";

/** Addresses of all pages of the site, with a coin, an exchange or a list where there is no page without one. */
export const PAGE_PATHS = Object.values(PAGES).map(({ path }) =>
  path
    .replace("exchange/:id", "exchange/binance")
    .replace(":id", "bitcoin")
    .replace(/^\/watchlist\/follow$/, "$&?ids=bitcoin"),
);
