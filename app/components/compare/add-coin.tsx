import { Form, useNavigate } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { compareHref, PAGES } from "~/domain/addresses/page-addresses";
import { chartParameters, type Scale } from "~/domain/chart/chart-view";
import { isolated, joinWords } from "~/domain/format/text";
import type { FoundCoin } from "~/domain/market/coin";
import type { Currency } from "~/domain/market/currency";
import type { Range } from "~/domain/market/range";
import { CoinsToChoose } from "../search/found-coins";
import { CoinField } from "../search/search-fields";
import { HiddenInputs } from "../site/controls";

interface AddCoinProps {
  readonly ids: readonly string[];
  readonly currency: Currency;
  readonly range: Range;
  readonly scale: Scale;
  readonly query: string;
  /** Coins for the query; null if the search failed. */
  readonly found: readonly FoundCoin[] | null;
  readonly isNearest: boolean;
  /** Names of the compared coins that the query names. */
  readonly alreadyCompared: readonly string[];
}

export function AddCoin({ ids, currency, range, scale, query, ...search }: AddCoinProps) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const count = useRef(ids.length);
  useEffect(() => {
    // The field is there for the next one, also after a whole name was typed.
    if (count.current < ids.length) form.current?.reset();
    count.current = ids.length;
  }, [ids.length]);
  const hrefWith = (id: string) => compareHref([...ids, id], currency, range, "", scale);
  const add = (id: string) => navigate(hrefWith(id), { preventScrollReset: true });
  return (
    <section className="add-coin" aria-label="Add a coin">
      <Form ref={form} action={PAGES.compare.path} preventScrollReset>
        <HiddenInputs values={{ ids: ids.join(","), currency, range, ...chartParameters({ scale }) }} />
        <CoinField label="Add a coin" name="q" value={query} onChoose={add} />
        <button className="button" type="submit">
          Find
        </button>
      </Form>
      {query === "" ? null : <Found {...{ ids, query, hrefWith }} {...search} />}
    </section>
  );
}

interface FoundProps extends Pick<AddCoinProps, "ids" | "query" | "found" | "isNearest" | "alreadyCompared"> {
  readonly hrefWith: (id: string) => string;
}

function Found({ ids, query, found, isNearest, alreadyCompared, hrefWith }: FoundProps) {
  if (found === null)
    return <p className="search-outcome">The search did not work just now. Please try again.</p>;
  const coins = found.filter(({ id }) => !ids.includes(id));
  const names = joinWords(alreadyCompared.map(isolated), "and");
  const compared = names && `${names} ${alreadyCompared.length > 1 ? "are" : "is"} compared already. `;
  const none = isNearest ? `No coin is called “${query}”.` : `${compared}No other coin is called “${query}”.`;
  if (coins.length === 0) return <p className="search-outcome">{none}</p>;
  return (
    <>
      <p className="search-outcome">
        {isNearest ? `${none} The nearest names:` : `${compared}Choose the coin to add for “${query}”:`}
      </p>
      <CoinsToChoose coins={coins} hrefWith={hrefWith} />
    </>
  );
}
