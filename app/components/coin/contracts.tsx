import type { ShownDetails } from "~/domain/market/shown-coin";
import { writtenOut } from "../market/figures";
import { copyText } from "../site/controls";
import { useHydrated } from "../site/hydration";
import { Icon } from "../site/icons";

/** Stablecoins are on dozens of chains: the others can be unfolded. */
const MAX_SHOWN = 3;

type ContractsProps = Pick<ShownDetails, "contracts">;

/** A coin's contract addresses among its facts, by chain. */
export function Contracts({ contracts }: ContractsProps) {
  const others = contracts.slice(MAX_SHOWN);
  return (
    <div>
      <dt>Contract addresses</dt>
      <dd className="contracts">
        <ContractList contracts={contracts.slice(0, MAX_SHOWN)} />
        {others.length > 0 && (
          <details>
            <summary>{`${others.length} more`}</summary>
            <ContractList contracts={others} />
          </details>
        )}
      </dd>
    </div>
  );
}

/** Copying needs JavaScript, so the server renders no buttons, but leaves room for them. */
function ContractList({ contracts }: ContractsProps) {
  const isHydrated = useHydrated();
  return (
    <ul>
      {contracts.map(({ chain, address, short }) => (
        <li key={chain}>
          <bdi translate="no">{chain}</bdi> <span translate="no">{writtenOut(short, address)}</span>{" "}
          {isHydrated && (
            <button
              className="button is-icon is-ghost is-flex-shrink-0"
              type="button"
              title={`Copy the address on ${chain}`}
              onClick={() => copyText(address, "Address")}
            >
              <Icon name="copy" />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
