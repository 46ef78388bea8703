import { Icon } from "../site/icons";

interface OwnSiteProps {
  readonly url: string | null;
  readonly label: string;
  readonly rel?: string;
}

export function OwnSite({ url, label, rel = "noopener noreferrer" }: OwnSiteProps) {
  if (url === null) return null;
  return (
    <a className="own-site" href={url} target="_blank" rel={rel} title={label}>
      <Icon name="leave" />
      <span className="is-sr-only">{`${label} (opens in a new tab)`}</span>
    </a>
  );
}
