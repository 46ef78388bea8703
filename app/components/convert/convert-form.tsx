import { Link, useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { type FormEvent, Fragment, type MouseEvent, useEffect, useRef } from "react";
import {
  type ConversionQuery,
  coinField,
  coinFieldValue,
  parseConversion,
} from "~/domain/convert/conversion-query";
import type { Remark } from "~/domain/convert/describe-conversion";
import { CURRENCIES, type Currency, DEFAULT_CURRENCY } from "~/domain/market/currency";
import { pageAddress } from "~/domain/page-address";
import { convertHref, PAGES } from "~/domain/pages";
import { MAX_QUERY_LENGTH } from "~/domain/search/query";
import { CoinField } from "../search/search-fields";
import { HiddenInputs } from "../site/controls";
import { useCurrency } from "../site/hydration";
import { Icon } from "../site/icons";
import { RemarkText } from "./conversion-result";

interface ConvertFormProps {
  readonly query: ConversionQuery;
  readonly from: FormSide;
  readonly to: FormSide;
  readonly amountRemark: Remark | null;
  /** The side whose text names no coin, if there is one. */
  readonly unknownSide: "from" | "to" | null;
  /** Names of the fields that say something else than what was converted. */
  readonly edited: readonly string[];
  readonly onEdit: (edited: readonly string[]) => void;
}

interface FormSide {
  /** Text of the field. */
  readonly text: string;
  /** Name and sign or symbol; null where it is not known what is meant. */
  readonly name: string | null;
  readonly remark: Remark | null;
}

/** Milliseconds from the last key to the conversion. */
const DEBOUNCE_MS = 300;

/**
 * What to convert: a plain form. With JavaScript the result follows the typing, without new entries in the browser's history;
 * another coin or currency adds an entry.
 */
export function ConvertForm({
  query,
  amountRemark,
  unknownSide,
  edited,
  onEdit,
  ...shown
}: ConvertFormProps) {
  const currency = useCurrency();
  const { form, amount, type, compare, convert, choose, chooseSide } = useTypedConversion(
    query,
    shown,
    currency,
    onEdit,
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    convert();
  };
  const sides = (["from", "to"] as const).map((side) => {
    const { text, name, remark } = shown[side];
    const coin = name === null ? null : coinFieldValue(query[side], text);
    return (
      <div key={side}>
        <CoinField
          label={side === "from" ? "From" : "To"}
          name={side}
          value={text}
          onChoose={(id) => chooseSide({ [side]: id })}
          describedBy={`${side}-name`}
          isInvalid={
            side === unknownSide || (unknownSide !== null && name === null && !edited.includes(side))
          }
        />
        {coin === null ? null : <HiddenInputs values={{ [coinField(side)]: coin }} />}
        <p className="convert-note">
          <span id={`${side}-name`}>
            {edited.includes(side) ? "Not looked up yet" : (name ?? "Not known")}
          </span>
          , or
          {CURRENCIES.filter((code) => code !== query[side]).map((code) => (
            <Fragment key={code}>
              {" "}
              <Link
                to={convertHref({ ...query, [side]: code })}
                onClick={(event) => choose(event, { [side]: code })}
                aria-label={`${side === "from" ? "From" : "To"} ${code.toUpperCase()}`}
                preventScrollReset
              >
                {code.toUpperCase()}
              </Link>
            </Fragment>
          ))}
        </p>
        {remark === null || edited.includes(side) ? null : (
          <p className="convert-note">
            <RemarkText remark={remark} />
          </p>
        )}
      </div>
    );
  });
  return (
    <form
      ref={form}
      className="convert-form"
      action={PAGES.convert.path}
      aria-label="Convert"
      onSubmit={submit}
      onInput={compare}
    >
      {currency === DEFAULT_CURRENCY ? null : <HiddenInputs values={{ currency }} />}
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
          aria-invalid={amountRemark?.isProblem ?? false}
          autoComplete="off"
          spellCheck={false}
          onInput={type}
        />
        <p className="convert-note" id="amount-remark">
          {amountRemark === null ? null : <RemarkText remark={amountRemark} />}
        </p>
      </div>
      {sides[0]}
      <Link
        className="button is-icon"
        to={convertHref({ ...query, from: query.to, to: query.from })}
        onClick={(event) => choose(event, { from: query.to, to: query.from })}
        preventScrollReset
      >
        <span className="is-sr-only">Swap</span> <Icon name="swap" />
      </Link>
      {sides[1]}
      <button className="button is-primary" type="submit">
        Convert
      </button>
    </form>
  );
}

/**
 * Navigates to what is typed and chosen. Only other navigations overwrite the amount's field.
 * @param shown texts of the sides as they were converted
 * @param currency in which two coins are priced
 * @param onEdit called with the names of the fields that say something else than what was converted
 */
function useTypedConversion(
  query: ConversionQuery,
  shown: Pick<ConvertFormProps, "from" | "to">,
  currency: Currency,
  onEdit: ConvertFormProps["onEdit"],
) {
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
    const typed = parseConversion(
      new URLSearchParams([...fields].map(([name, text]) => [name, String(text)])),
    );
    // A name that was left as it is means the same coin.
    const side = (name: "from" | "to") => (fields.get(name) === shown[name].text ? query[name] : typed[name]);
    return { ...typed, from: side("from"), to: side("to") };
  }

  const compare = useRef(() => {});
  compare.current = () => {
    const fields = read();
    onEdit((["amount", "from", "to"] as const).filter((name) => fields[name] !== query[name]));
  };
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

  /** Texts of the sides when the form was submitted. */
  const submitted = useRef<Partial<Record<string, FormDataEntryValue>>>({});

  function convert(): void {
    submitted.current = Object.fromEntries(new FormData(form.current ?? undefined));
    open(read(), true);
  }

  // After each navigation the fields say what was converted, unless something was typed meanwhile: names in place of what was
  // written for them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: compares once for each query.
  useEffect(() => {
    for (const name of ["from", "to"] as const) {
      const field = form.current?.elements.namedItem(name);
      if (field instanceof HTMLInputElement && field.value === submitted.current[name])
        field.value = shown[name].text;
    }
    compare.current();
  }, [query]);

  /** Keeps the amount in the field, which may be newer than the link's. */
  function chooseSide(sides: Partial<ConversionQuery>): void {
    compare.current();
    open({ ...query, currency, ...sides, amount: read().amount }, true);
  }

  function choose(event: MouseEvent, sides: Partial<ConversionQuery>): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    chooseSide(sides);
  }

  return {
    form,
    amount,
    type,
    compare: () => compare.current(),
    convert,
    choose,
    chooseSide,
  };
}
