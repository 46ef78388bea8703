import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { amountFieldId, coinHref } from "~/domain/addresses/page-addresses";
import { isolated, MAX_AMOUNT_LENGTH } from "~/domain/format/text";
import type { ListedCoin, NamedCoin } from "~/domain/market/coin";
import type { Currency } from "~/domain/market/currency";
import type { FieldProblems } from "~/domain/watchlist/typed-coins";
import type { Holding } from "~/domain/watchlist/valuation";
import { CHANGED_PLACE } from "~/domain/watchlist/watchlist";
import { NoticeMark } from "../coin/notice-mark";
import { fitting, inShort, PriceChange, priceText, WeekLine } from "../market/figures";
import { isBelowFold, MarketIcon } from "../market/market-icon";
import { Icon } from "../site/icons";
import { useListChange } from "./list-change";
import { Money } from "./portfolio";
import { WatchButton } from "./watch-button";

/** What is written in the fields of a coin, and why it was refused. */
export interface ListField {
  readonly id: string;
  readonly text: string;
  readonly costText: string;
  readonly problems?: FieldProblems;
}

interface HoldingsProps {
  readonly coins: readonly ListedCoin[];
  readonly holdings: readonly Holding[];
  readonly currency: Currency;
  /** Where the visitor changes their own list; null for a shared one, whose coins have stars. */
  readonly editHref: string | null;
  /** Of the form of the list, of each coin; null for the list itself. */
  readonly fields: readonly ListField[] | null;
}

/** A table of which phones make rows of three lines; there, its parts need their roles. */
const ROLES = {
  table: { role: "table" },
  group: { role: "rowgroup" },
  row: { role: "row" },
  header: { role: "columnheader" },
  name: { role: "rowheader" },
  cell: { role: "cell" },
} as const;

/** The coins of a list in its own order, and what is held of each; or their fields, in the same rows. */
export function Holdings({ coins, holdings, currency, editHref, fields }: HoldingsProps) {
  const isEditing = fields !== null;
  const isHeld = holdings.length > 0;
  const hasCosts = holdings.some(({ paid }) => paid !== null);
  const titles = isEditing
    ? ["Amount", "Average paid", isHeld && "Value", "Change"]
    : [
        (isHeld || editHref !== null) && "Amount",
        hasCosts && "Average paid",
        isHeld && "Value",
        "24h",
        hasCosts && "Gain",
        "1h",
        "7d",
        editHref === null && "Watch",
      ];
  const shown = titles.filter((title) => title !== false);
  const className = isEditing ? "is-edited" : isHeld ? "" : "is-without-amounts";
  return (
    <table className={`table is-fullwidth has-text-right holdings ${className}`.trim()} {...ROLES.table}>
      <thead {...ROLES.group}>
        <tr {...ROLES.row}>
          {["Coin", ...shown].map((title) => (
            <th key={title} scope="col" {...ROLES.header} className={classOf(title)}>
              {title === "Change" || title === "Watch" ? <span className="is-sr-only">{title}</span> : title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...ROLES.group}>
        {coins.map((coin, index) => {
          const { id, change1h = null, change24h, change7d, week } = coin;
          const holding = holdings.find((each) => each.id === id);
          const field = fields?.find((each) => each.id === id);
          const cells: Readonly<Record<string, ReactNode>> = {
            Amount: field ? <AmountField {...coin} field={field} /> : amountOf(coin, holding, editHref),
            "Average paid": field ? <CostField {...coin} field={field} /> : paidOf(holding),
            Value: holding && (
              <b
                className={fitting("", holding.shortValue ?? holding.value).trim() || undefined}
                translate="no"
              >
                {inShort(holding.value, holding.shortValue)}
              </b>
            ),
            "24h": (
              <>
                <PriceChange percent={change24h} /> <small className="on-phones">24h</small>{" "}
                <small>
                  <Money change={holding?.change ?? null} isShort />
                </small>
              </>
            ),
            Gain: holding?.gain && (
              <>
                {holding.gain.percent === null ? null : <PriceChange percent={holding.gain.percent} />}{" "}
                <small>
                  <Money change={holding.gain} isShort />
                </small>{" "}
                <small className="on-phones">gain</small>
              </>
            ),
            "1h": <PriceChange percent={change1h} />,
            "7d": (
              <>
                <PriceChange percent={change7d} />{" "}
                {week.length > 0 ? <WeekLine week={week} change7d={change7d} /> : null}
              </>
            ),
            Change: field && <Buttons {...coin} isFirst={index === 0} isLast={index === coins.length - 1} />,
            Watch: <WatchButton id={id} name={coin.name} />,
          };
          return (
            // A saved figure that has changed is a new field. All others keep what was typed, also when a move is undone.
            <tr
              key={[id, field?.text, field?.costText].join("/")}
              {...ROLES.row}
              className={holding?.paid || isEditing ? undefined : "is-bare"}
            >
              <th scope="row" {...ROLES.name}>
                <div className="who">
                  <MarketIcon
                    image={coin.image}
                    texts={[coin.symbol, coin.name]}
                    size={32}
                    isLazy={isBelowFold(index)}
                  />{" "}
                  <span>
                    <CoinName coin={coin} href={isEditing ? null : coinHref(id, currency)} />{" "}
                    <NoticeMark coin={coin} currency={currency} />
                  </span>{" "}
                  <small translate="no">{priceText(coin.price, currency, coin.priceFrom)}</small>
                </div>
              </th>
              {shown.map((title) => (
                <td key={title} {...ROLES.cell} className={classOf(title)}>
                  {cells[title]}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Where a cell stands in the row of a phone. */
function classOf(title: string): string {
  return `is-${title.toLowerCase().replace(" ", "-")}`;
}

function CoinName({ coin: { name }, href }: { readonly coin: NamedCoin; readonly href: string | null }) {
  const named = (
    <bdi title={name} translate="no">
      {name}
    </bdi>
  );
  return href === null ? (
    <b>{named}</b>
  ) : (
    <Link to={href} discover="none">
      {named}
    </Link>
  );
}

function amountOf({ id, symbol, name }: NamedCoin, holding: Holding | undefined, editHref: string | null) {
  if (holding === undefined)
    return editHref && <Link to={`${editHref}#${encodeURIComponent(amountFieldId(id))}`}>Add amount</Link>;
  return (
    <>
      <span translate="no">{holding.amount}</span>{" "}
      <small translate="no">
        <bdi>{symbol.toUpperCase() || name}</bdi>
      </small>
    </>
  );
}

function paidOf(holding: Holding | undefined) {
  if (!holding?.paid) return null;
  const { each, shortEach, all, shortAll } = holding.paid;
  return (
    <>
      <small className="on-phones">paid</small> <span translate="no">{inShort(each, shortEach)}</span>{" "}
      <small translate="no">{inShort(all, shortAll)}</small>
    </>
  );
}

type FieldProps = NamedCoin & { readonly field: ListField };

function AmountField({ id, name, field }: FieldProps) {
  return (
    <Field id={amountFieldId(id)} kind="amount" text={field.text} problem={field.problems?.amount ?? null}>
      Amount
      <span className="is-sr-only">
        {" "}
        of <bdi translate="no">{name}</bdi>
      </span>
      <input type="hidden" name="id" value={id} />
    </Field>
  );
}

export const costFieldId = (id: string) => `cost-${id}`;

function CostField({ id, name, field }: FieldProps) {
  return (
    <Field id={costFieldId(id)} kind="cost" text={field.costText} problem={field.problems?.cost ?? null}>
      Average paid
      <span className="is-sr-only">
        {" "}
        for <bdi translate="no">{name}</bdi>
      </span>
    </Field>
  );
}

interface LabelledFieldProps {
  readonly id: string;
  readonly kind: keyof FieldProblems;
  readonly text: string;
  readonly problem: string | null;
  readonly children: ReactNode;
}

function Field({ id, kind, text, problem, children }: LabelledFieldProps) {
  return (
    <>
      <label className="is-block">
        <small className="on-phones">{children}</small>{" "}
        <input
          id={id}
          className="input"
          // A cost may name its currency.
          inputMode={kind === "amount" ? "decimal" : undefined}
          maxLength={MAX_AMOUNT_LENGTH}
          name={kind}
          defaultValue={text}
          aria-invalid={problem === null ? undefined : true}
          aria-describedby={problem === null ? undefined : `${id}-problem`}
        />
      </label>
      {problem === null ? null : (
        <strong id={`${id}-problem`} className="is-block mt-1">
          {problem}
        </strong>
      )}
    </>
  );
}

/** Each saves all fields first. The one that was pressed, or its counterpart at the ends, is where the next page begins. */
function Buttons({
  id,
  name,
  isFirst,
  isLast,
}: NamedCoin & { readonly isFirst: boolean; readonly isLast: boolean }) {
  const change = useListChange();
  const moved = change?.id === id ? change.kind : null;
  const [isUp, isDown] = [moved === "up" ? !isFirst : moved === "down" && isLast, moved !== null];
  const buttons = [
    {
      action: "up",
      icon: "arrow-up",
      words: `Move ${isolated(name)} up`,
      isDisabled: isFirst,
      isPlace: isUp,
    },
    {
      action: "down",
      icon: "arrow-up",
      words: `Move ${isolated(name)} down`,
      isDisabled: isLast,
      isPlace: isDown && !isUp,
    },
    { action: "remove", icon: "close", words: `Remove ${isolated(name)}`, isDisabled: false, isPlace: false },
  ] as const;
  return (
    <div>
      {buttons.map(({ action, icon, words, isDisabled, isPlace }) => (
        <button
          key={action}
          id={isPlace ? CHANGED_PLACE : undefined}
          className="button is-icon"
          type="submit"
          name={action}
          value={`${id}/${name}`}
          title={words}
          disabled={isDisabled}
        >
          <Icon name={icon} /> <span className="is-sr-only">{words}</span>
        </button>
      ))}
    </div>
  );
}
