import { SYSTEM_CLOCK } from "../clock.server";
import { marketData } from "../market-data/configured.server";
import { createCoinSearch } from "./coin-search.server";

export const coinSearch = createCoinSearch(marketData, SYSTEM_CLOCK);
