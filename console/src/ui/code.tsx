/** A value as formatted JSON, which scrolls separately if it is wider than the page. */
export const Code = ({ of, label = 'JSON' }: { of: unknown; label?: string }) => (
  <section
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be scrollable by keyboard
    tabIndex={0}
    aria-label={label}
    className="max-h-120 overflow-auto rounded-lg border border-line bg-raised p-3"
  >
    <pre className="text-xs">{typeof of === 'string' ? of : JSON.stringify(of, undefined, 2)}</pre>
  </section>
);
