import {
  type ClientLoaderFunctionArgs,
  isRouteErrorResponse,
  Link,
  useLocation,
  useNavigate,
  useNavigation,
} from "@remix-run/react";
import { type FormEvent, Fragment, memo, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { askedOf, pageAddress } from "~/domain/addresses/canonical-address";
import { convertHref, PAGES, pastHref } from "~/domain/addresses/page-addresses";
import { timeAxis } from "~/domain/chart/time-axis";
import type { PairPast, Remark, ShownConversion } from "~/domain/convert/conversion";
import { type ConversionQuery, coinField, parseConversion } from "~/domain/convert/conversion-query";
import { formatPercent } from "~/domain/format/number";
import { CURRENCIES, type Currency, DEFAULT_CURRENCY } from "~/domain/market/currency";
import { RANGE_DETAILS } from "~/domain/market/range";
import { DEFAULT_PAST } from "~/domain/past/past-query";
import { MAX_QUERY_LENGTH } from "~/domain/search/query";
import { PriceAxis, StaticChart } from "../chart/static-chart";
import { AsOf, fitting, PriceChange, writtenOut } from "../market/figures";
import { CoinField, selectShown } from "../search/search-fields";
import { HiddenInputs } from "../site/controls";
import { useCurrency, useZone } from "../site/hydration";
import { Icon } from "../site/icons";
import { clientLoader } from "../site/page-refresh";
import { PlainLinks } from "../site/plain-links";
import { showToast } from "../site/toasts";

const SIDES = ["from", "to"] as const;
const FIELDS = ["amount", ...SIDES] as const;

const DEBOUNCE_MS = 300;

/**
 * What to convert, as a plain form, and the result. With JavaScript the result follows the amount while it is typed, without new
 * entries in the browser's history; another coin or currency adds an entry.
 */
export function Converter({ shown }: { readonly shown: ShownConversion }) {
  const { query, amountRemark, result, rates, missingPrice, pricesFrom } = shown;
  const currency = useCurrency();
  const form = useRef<HTMLFormElement>(null);
  const { typed, type, submit, choose } = useTypedConversion(form, shown);
  const isEdited = (name: (typeof FIELDS)[number]) => typed[name] !== query[name];
  /** Address of the conversion with other sides, and with the amount in the field, which may be newer than the result. */
  const hrefWith = (sides: Partial<ConversionQuery>) =>
    convertHref({ ...query, amount: typed.amount, ...sides });
  const [from, to] = SIDES.map((side) => {
    const { text, name, remark } = shown[side];
    const label = side === "from" ? "From" : "To";
    return (
      <Fragment key={side}>
        <CoinField
          label={label}
          name={side}
          value={text}
          onChoose={(id) => choose({ currency, [side]: id })}
          takesCurrency
          describedBy={`${side}-name ${side}-remark`}
          isInvalid={name === null && !isEdited(side)}
        />
        <HiddenInputs values={coinField(side, query[side], text)} />
        <p className="field-note is-quiet">
          <span id={`${side}-name`}>{isEdited(side) ? "Not looked up yet" : (name ?? "Not known")}</span>, or
          {CURRENCIES.filter((code) => code !== query[side]).flatMap((code) => [
            " ",
            <Link
              key={code}
              to={hrefWith({ [side]: code })}
              aria-label={`${label} ${code.toUpperCase()}`}
              preventScrollReset
            >
              {code.toUpperCase()}
            </Link>,
          ])}
        </p>
        <RemarkNote id={`${side}-remark`} remark={isEdited(side) ? null : remark} />
      </Fragment>
    );
  });
  const isOutdated = FIELDS.some(isEdited);
  const past = pastOf(query, currency);
  const areKnown = SIDES.every((side) => shown[side].name !== null);
  return (
    <form
      ref={form}
      className="convert-form"
      action={PAGES.convert.path}
      aria-label="Convert"
      onSubmit={submit}
      onInput={type}
    >
      {currency === DEFAULT_CURRENCY ? null : <HiddenInputs values={{ currency }} />}
      <div className="convert-side">
        <div>
          <label htmlFor="amount">Amount</label>
          <input
            id="amount"
            className="input"
            name="amount"
            defaultValue={query.amount}
            maxLength={MAX_QUERY_LENGTH}
            inputMode="decimal"
            onFocus={selectShown}
            aria-describedby="amount-remark"
            aria-invalid={amountRemark?.isProblem ?? false}
            autoComplete="off"
            spellCheck={false}
          />
        </div>
        {from}
        <RemarkNote id="amount-remark" remark={amountRemark} />
      </div>
      <Link className="button is-icon" to={hrefWith({ from: query.to, to: query.from })} preventScrollReset>
        <span className="is-sr-only">Swap</span> <Icon name="swap" />
      </Link>
      <section
        className={`convert-side is-result ${isOutdated ? "is-edited" : ""}`}
        aria-label={areKnown ? "Result" : undefined}
      >
        {!areKnown || result === null ? (
          <p className="convert-outcome" />
        ) : (
          <p className="convert-outcome" translate="no">
            <small className="is-block">
              <span>{writtenOut(result.given)}</span> <span>{result.sign}</span>
            </small>{" "}
            <span className={fitting("title", result.text)}>{writtenOut(result.text)}</span>
          </p>
        )}
        {to}
        {areKnown ? (
          <div className="convert-rates mt-2">
            {missingPrice === null ? (
              <ul aria-label="Prices">
                {rates.map((rate) => (
                  <li key={rate} translate="no">
                    {writtenOut(rate)}
                  </li>
                ))}
              </ul>
            ) : (
              <p className="field-note is-quiet">
                <strong>{missingPrice}</strong>
              </p>
            )}
            <AsOf time={pricesFrom} words="Prices from" />
          </div>
        ) : null}
      </section>
      <div className="convert-end mt-3">
        <button className="button is-primary" type="submit">
          Convert
        </button>
        {isOutdated ? <p className="is-quiet">Press Convert to see the result.</p> : null}
      </div>
      {past === null || pricesFrom === null ? null : (
        <Link className="mt-3" to={past}>
          Past: what it cost on a day, and what it has become
        </Link>
      )}
    </form>
  );
}

type PairDetailsProps = Pick<ShownConversion, "query" | "common" | "past">;

/** The price of the pair as far as it is known, beside the form, and what common amounts are in the other unit. */
export const PairDetails = memo(function PairDetails({ query: shown, common, past }: PairDetailsProps) {
  const current = convertHref(shown);
  if (common.length === 0) return null;
  return (
    <>
      {past === null ? null : <PairChart past={past} />}
      <section className="box" aria-label="The pair">
        <h2>Common amounts</h2>
        <PlainLinks as="div" className="convert-tables">
          {common.map(({ heads, rows }) => (
            <table key={String(heads)} translate="no" aria-label={`${heads[0]} in ${heads[1]}`}>
              <thead>
                <tr>
                  {heads.map((head) => (
                    <th key={head} scope="col">
                      {head}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map(({ query, given, text }) => (
                  <tr key={given} aria-current={convertHref(query) === current ? "true" : undefined}>
                    <th scope="row">{writtenOut(given)}</th>
                    <td>
                      <a href={convertHref(query)}>{writtenOut(text)}</a>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          ))}
        </PlainLinks>
      </section>
    </>
  );
});

function PairChart({ past: { title, range, drawing, change } }: { readonly past: PairPast }) {
  const plot = useRef<SVGSVGElement>(null);
  const zone = useZone();
  const { points, gaps, span } = drawing;
  const lines = useMemo(() => [{ id: "price", points, gaps, place: 1 as const }], [points, gaps]);
  const timeTicks = useMemo(() => timeAxis(span, range, zone), [span, range, zone]);
  const words = RANGE_DETAILS[range].words;
  return (
    <figure className="box price-chart" aria-label={`${title}, ${words}`}>
      <figcaption>
        <h2>{title}</h2>
        <p className="is-quiet">
          <PriceChange percent={change} /> in <span>{words}</span>
        </p>
      </figcaption>
      <div className="price-chart-box">
        <PriceAxis drawing={drawing} />
        <StaticChart
          {...{ drawing, timeTicks, lines, title }}
          candles={null}
          volumes={undefined}
          summary={`${title}, ${words}: ${formatPercent(change)}.`}
          element={plot}
        />
      </div>
    </figure>
  );
}

/** The address of the past of the coin that is converted from, or else to; null between two currencies. */
function pastOf({ amount, from, to }: ConversionQuery, currency: Currency): string | null {
  const [given, wanted] = [from, to].map((side) => CURRENCIES.find((code) => code === side));
  if (given !== undefined && wanted !== undefined) return null;
  const spent = given === undefined ? {} : { amount };
  return pastHref(given === undefined ? from : to, given ?? wanted ?? currency, {
    ...DEFAULT_PAST,
    ...spent,
  });
}

function RemarkNote({ id, remark }: { readonly id: string; readonly remark: Remark | null }) {
  return (
    <p className="field-note is-quiet" id={id}>
      {remark === null ? null : remark.isProblem ? (
        <strong>{remark.text}</strong>
      ) : (
        <span>{remark.text}</span>
      )}
      {remark?.suggestions.flatMap(({ text, query }) => [
        " ",
        <Link key={convertHref(query)} to={convertHref(query)} preventScrollReset>
          {text}
        </Link>,
      ])}
    </p>
  );
}

let onScreen: ShownConversion | null = null;

/**
 * Client loader of the converter. If the site does not answer while another amount of the shown pair is converted, the page
 * stays, with what was typed, and a toast says so.
 * @throws {Response} the failure of any other page, for that page's error boundary
 */
export async function loadConversion(args: ClientLoaderFunctionArgs): Promise<unknown> {
  try {
    return await clientLoader(args);
  } catch (error) {
    const { from, to } = askedOf(PAGES.convert, new URL(args.request.url));
    const isAnswer = isRouteErrorResponse(error) && error.status < 500;
    const isSamePair = onScreen?.query.from === from && onScreen.query.to === to;
    if (args.request.signal.aborted || isAnswer || !isSamePair) throw error;
    showToast("This amount could not be converted just now.");
    return onScreen;
  }
}

/**
 * Follows what is typed and chosen. After a navigation the fields show what was converted, unless another amount has been typed
 * that is still to be followed.
 */
function useTypedConversion(form: RefObject<HTMLFormElement>, shown: ShownConversion) {
  const { query } = shown;
  const navigate = useNavigate();
  const location = useLocation();
  const next = useNavigation().location;
  const isIdle = next === undefined;
  const [typed, setTyped] = useState(query);
  /** Until what was typed is followed. */
  const timer = useRef<ReturnType<typeof setTimeout>>();
  /** Where the latest navigation leads, also before React has rendered that it began. */
  const asked = useRef(pageAddress(location));
  /** Texts of the sides' fields, replaced when the navigation ends. */
  const replaced = useRef<Partial<Record<string, string | undefined>>>({});
  const fieldOf = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name=${name}]`);

  function read(): ConversionQuery {
    const fields = [...new FormData(form.current ?? undefined)].map(([name, text]) => [name, String(text)]);
    const written = parseConversion(new URLSearchParams(fields));
    // An unchanged name means the same coin.
    const sideOf = (side: "from" | "to") =>
      fieldOf(side)?.value === shown[side].text ? query[side] : written[side];
    return { ...written, from: sideOf("from"), to: sideOf("to") };
  }

  function stop(): void {
    clearTimeout(timer.current);
    timer.current = undefined;
  }

  function open(conversion: ConversionQuery, replace: boolean): void {
    stop();
    asked.current = convertHref(conversion);
    const isShown = asked.current === pageAddress(location);
    navigate(asked.current, { replace: replace || isShown, preventScrollReset: true });
  }

  const follow = useRef(() => {});
  follow.current = () => {
    stop();
    const { amount } = read();
    // The other fields may be half typed; they count once a coin is chosen or the form is submitted.
    if (amount !== amountOf(asked.current)) open({ ...query, amount }, true);
  };

  useEffect(() => {
    // Typed before this code had loaded.
    timer.current = setTimeout(() => follow.current());
    return () => {
      clearTimeout(timer.current);
      onScreen = null;
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a navigation begins.
  useEffect(() => {
    if (next === undefined || pageAddress(next) === asked.current) return;
    // What was typed before must not cancel another link, or going back.
    stop();
    asked.current = pageAddress(next);
  }, [next]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a navigation or a refresh has ended.
  useEffect(() => {
    if (!isIdle) return;
    onScreen = shown;
    for (const side of SIDES) {
      const field = fieldOf(side);
      if (field && field.value === replaced.current[side]) field.value = shown[side].text;
    }
    replaced.current = {};
    asked.current = pageAddress(location);
    const [amount, field] = [amountOf(asked.current), fieldOf("amount")];
    if (field && timer.current === undefined && read().amount !== amount) field.value = amount;
    setTyped(read());
  }, [isIdle, location, shown]);

  return {
    typed,
    type() {
      setTyped(read());
      stop();
      timer.current = setTimeout(() => follow.current(), DEBOUNCE_MS);
    },
    submit(event: FormEvent) {
      event.preventDefault();
      // Names take the place of what was written for them.
      replaced.current = { from: fieldOf("from")?.value, to: fieldOf("to")?.value };
      open(read(), false);
    },
    choose(sides: Partial<ConversionQuery>) {
      const written = read();
      setTyped(written);
      open({ ...query, ...sides, amount: written.amount }, false);
    },
  };
}

function amountOf(address: string): string {
  return parseConversion(new URLSearchParams(address.split("?")[1])).amount;
}
