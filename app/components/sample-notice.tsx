/** Says on every page that the figures are made up, so that nobody takes them for a market's. */
export function SampleNotice() {
  return (
    <aside className="sample-notice" aria-label="About these prices">
      <strong>Sample prices</strong> – not a live market
    </aside>
  );
}
