import { Link, useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { type FormEvent, type MouseEvent, useEffect, useRef } from "react";
import { type ConversionQuery, parseConversion } from "~/domain/convert/conversion-query";
import type { Remark } from "~/domain/convert/describe-conversion";
import { CURRENCIES } from "~/domain/market/currency";
import { pageAddress } from "~/domain/page-address";
import { convertHref, PAGES } from "~/domain/pages";
import { MAX_QUERY_LENGTH } from "~/domain/search/query";
import { CoinField } from "../search/search-fields";
import { OtherConversions } from "./conversion-result";

interface ConvertFormProps {
  readonly query: ConversionQuery;
  /** Names of the sides that are known. */
  readonly names: { readonly from: string | null; readonly to: string | null };
  readonly amountRemark: Remark | null;
  /** The side whose text names no coin, if there is one. */
  readonly unknownSide: "from" | "to" | null;
}

/** Milliseconds from the last key to the conversion. */
const DEBOUNCE_MS = 300;

/**
 * What to convert: a plain form. With JavaScript the result follows the typing, without new entries in the browser's history;
 * another coin or currency adds an entry.
 */
export function ConvertForm({ query, names, amountRemark, unknownSide }: ConvertFormProps) {
  const { form, amount, type, convert, choose } = useTypedConversion(query);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    convert();
  };
  const sides = (["from", "to"] as const).map((side) => (
    <div key={side}>
      <CoinField
        label={side === "from" ? "From" : "To"}
        name={side}
        value={query[side]}
        onChoose={convert}
        describedBy={`${side}-name`}
        isInvalid={side === unknownSide}
      />
      <p className="convert-note">
        <span id={`${side}-name`}>{names[side] ?? "Not known"}</span>, or
        {CURRENCIES.filter((currency) => currency !== query[side]).flatMap((currency) => [
          " ",
          <Link
            key={currency}
            to={convertHref({ ...query, [side]: currency })}
            onClick={(event) => choose(event, { [side]: currency })}
            aria-label={`${side === "from" ? "From" : "To"} ${currency}`}
            preventScrollReset
          >
            {currency}
          </Link>,
        ])}
      </p>
    </div>
  ));
  return (
    <form
      ref={form}
      className="convert-form"
      action={PAGES.convert.path}
      aria-label="Convert"
      onSubmit={submit}
    >
      <div>
        <label htmlFor="amount">Amount</label>
        <input
          ref={amount}
          id="amount"
          className="search-field"
          name="amount"
          defaultValue={query.amount}
          maxLength={MAX_QUERY_LENGTH}
          inputMode="decimal"
          aria-describedby="amount-remark"
          aria-invalid={amountRemark !== null}
          autoComplete="off"
          spellCheck={false}
          onInput={type}
        />
        <p className="convert-note" id="amount-remark">
          {amountRemark === null ? null : (
            <>
              <strong>{amountRemark.text}</strong>
              <OtherConversions suggestions={amountRemark.suggestions} />
            </>
          )}
        </p>
      </div>
      {sides[0]}
      <Link
        className="button is-round"
        to={convertHref({ amount: query.amount, from: query.to, to: query.from })}
        onClick={(event) => choose(event, { from: query.to, to: query.from })}
        preventScrollReset
      >
        <span className="is-sr-only">Swap</span> <span aria-hidden="true">⇄</span>
      </Link>
      {sides[1]}
      <button className="button is-primary" type="submit">
        Convert
      </button>
    </form>
  );
}

/** Navigates to what is typed and chosen. Only other navigations overwrite the amount's field. */
function useTypedConversion(query: ConversionQuery) {
  const navigate = useNavigate();
  const location = useLocation();
  const { search } = location;
  const address = pageAddress(location);
  const next = useNavigation().location;
  const form = useRef<HTMLFormElement>(null);
  const amount = useRef<HTMLInputElement>(null);
  const typed = useRef(query.amount);
  const timer = useRef<ReturnType<typeof setTimeout>>();

  function open(asked: ConversionQuery, isStep: boolean): void {
    clearTimeout(timer.current);
    typed.current = asked.amount;
    const href = convertHref(asked);
    // The address may be of an amount whose result has not arrived, and another one may be loading.
    if (next === undefined && href === address && href === convertHref(query)) return;
    navigate(href, { replace: !isStep || href === address, preventScrollReset: true });
  }

  function read(): ConversionQuery {
    const fields = new FormData(form.current ?? undefined);
    return parseConversion(new URLSearchParams([...fields].map(([name, text]) => [name, String(text)])));
  }

  const follow = useRef(() => {});
  // The other fields may be half typed; they count once a coin is chosen or the form is submitted.
  follow.current = () => open({ ...query, amount: read().amount }, false);

  function type(): void {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => follow.current(), DEBOUNCE_MS);
  }

  useEffect(() => {
    // Typed before this code had loaded.
    if (amount.current !== null && amount.current.value !== amount.current.defaultValue) follow.current();
    return () => clearTimeout(timer.current);
  }, []);

  // What was typed before must not cancel another link, or going back.
  useEffect(() => {
    if (next !== undefined) clearTimeout(timer.current);
  }, [next]);

  const shownAddress = useRef(address);
  useEffect(() => {
    if (shownAddress.current === address) return;
    shownAddress.current = address;
    const { amount: shown } = parseConversion(new URLSearchParams(search));
    if (amount.current !== null && typed.current !== shown) amount.current.value = shown;
    typed.current = shown;
  }, [address, search]);

  /** Keeps the amount in the field, which may be newer than the link's. */
  function choose(event: MouseEvent, sides: Partial<ConversionQuery>): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    open({ ...query, ...sides, amount: read().amount }, true);
  }

  return { form, amount, type, convert: () => open(read(), true), choose };
}
