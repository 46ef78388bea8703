import { Link } from "@remix-run/react";
import { Fragment, type ReactNode, useEffect, useRef } from "react";

interface MenuProps {
  /** What it is for, where its title is only the current choice. */
  readonly label?: string;
  readonly title: string;
  readonly children: ReactNode;
}

/**
 * A menu that opens without a script, one at a time. With a script, it closes on Escape, on a press elsewhere, and once a link in it
 * was followed; the focus then returns to its button.
 */
export function Menu({ label, title, children }: MenuProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (menu.current?.open) menu.current.querySelector("summary")?.focus({ preventScroll: true });
    menu.current?.removeAttribute("open");
  };
  useEffect(() => {
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !menu.current?.contains(target)) menu.current?.removeAttribute("open");
    };
    document.addEventListener("pointerdown", closeOutside);
    return () => document.removeEventListener("pointerdown", closeOutside);
  }, []);
  return (
    <details
      ref={menu}
      className="menu"
      // Where one opens, the others with its name close. React's types lack it.
      {...{ name: "chart-menu" }}
      // For browsers that cannot do this by style: up, unless there is room below.
      onToggle={({ currentTarget: opened }) => {
        const left = window.innerHeight - opened.getBoundingClientRect().bottom;
        opened.classList.toggle("opens-down", left > (opened.lastElementChild?.scrollHeight ?? 0) + 8);
      }}
      onKeyDown={({ key }) => {
        if (key === "Escape") close();
      }}
      onClick={({ target }) => {
        if (target instanceof Element && target.closest("a") !== null) close();
      }}
    >
      <summary className="button">
        {label === undefined ? null : <span className="is-sr-only">{`${label}: `}</span>}
        <span>{title}</span>
      </summary>
      <div className="box">{children}</div>
    </details>
  );
}

interface ChoiceMenuProps<Value extends string> {
  readonly label: string;
  readonly names: Readonly<Record<Value, string>>;
  readonly value: Value;
  readonly hrefOf: (value: Value) => string;
}

/** A menu of links to the same page with another value; the current one is its title, and marked. */
export function ChoiceMenu<Value extends string>({ label, names, value, hrefOf }: ChoiceMenuProps<Value>) {
  const values = Object.keys(names) as Value[];
  return (
    <Menu label={label} title={names[value]}>
      {values.map((each) => (
        <Fragment key={each}>
          <Link to={hrefOf(each)} aria-current={each === value ? "true" : undefined} preventScrollReset>
            {names[each]}
          </Link>{" "}
        </Fragment>
      ))}
    </Menu>
  );
}
