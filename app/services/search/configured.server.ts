import { SYSTEM_CLOCK } from "../clock.server";
import { marketData } from "../market-data/configured.server";
import { createCoinSearch } from "./coin-search.server";

/** The search over the coins of the configured market. */
export const coinSearch = createCoinSearch(marketData, SYSTEM_CLOCK);
