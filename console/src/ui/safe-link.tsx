/** An address that somebody wrote down: a link where it leads to a page, else text, as `javascript:` is. */
export function SafeLink({ to }: { to: string }) {
  const address = URL.canParse(to) ? new URL(to) : undefined;
  return address && /^https?:$/.test(address.protocol) ? (
    <a href={to} rel="noreferrer noopener">
      {address.origin + address.pathname}
    </a>
  ) : (
    <span>{to}</span>
  );
}
