import type { ReactNode } from 'react';

/**
 * A link to a URL entered by others; plain text if the URL is not HTTP or HTTPS, for example `javascript:`.
 * @param children the text instead of the URL, for a link that opens in a new tab
 */
export function SafeLink({ to, children }: { to: string; children?: ReactNode }) {
  const address = URL.canParse(to) ? new URL(to) : undefined;
  if (!address || !/^https?:$/.test(address.protocol)) return <span>{children ?? to}</span>;
  return children === undefined ? (
    <a href={to} rel="noreferrer noopener">
      {address.origin + address.pathname}
    </a>
  ) : (
    <a href={to} rel="noreferrer noopener" target="_blank">
      {children}
    </a>
  );
}
