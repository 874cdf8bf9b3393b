import type { ReactNode } from 'react';

/**
 * An address that somebody wrote down: a link where it leads to a page, else text, as `javascript:` is.
 * @param children what it says in place of the address; such a link opens beside the page
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
