import { SYSTEM_CLOCK } from "../clock.server";
import { market } from "../market-data/configured.server";
import { TOP_HUNDRED_COINS } from "../sample-market/top-hundred-coins.server";
import { createCoinSearch } from "./coin-search.server";

export const coinSearch = createCoinSearch(
  market,
  SYSTEM_CLOCK,
  TOP_HUNDRED_COINS.map(({ id }) => id),
);
