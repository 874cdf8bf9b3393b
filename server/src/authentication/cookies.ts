import type { RouteRequest } from '../platform/http/route.ts';

/** Cookies of the sign-in pages. A browser sends them to this host only and shows them to no script. */
export type Cookies = {
  read(request: RouteRequest, name: CookieName): string | undefined;
  /** The header that sets cookies; one for zero seconds is taken away. */
  set(...cookies: Cookie[]): { 'set-cookie': string[] };
};

/**
 * `session`: who is signed in; `browser`: somebody has signed in here; `form`: ties a page to its browser; `sso`: a sign-in
 * under way elsewhere.
 */
export type CookieName = 'session' | 'browser' | 'form' | 'sso';

export type Cookie = { name: CookieName; value: string; seconds: number };

/** @param isSecure whether browsers reach the service by https */
export function createCookies(isSecure: () => boolean): Cookies {
  // With this prefix no other host of the domain can put a cookie in our place.
  const fullName = (name: CookieName) => `${isSecure() ? '__Host-' : ''}tradepost_${name}`;
  return {
    read: (request, name) => {
      const pairs = String(request.headers.cookie ?? '').split(/; */);
      const prefix = `${fullName(name)}=`;
      return pairs.find((pair) => pair.startsWith(prefix))?.slice(prefix.length) || undefined;
    },
    set: (...cookies) => ({
      'set-cookie': cookies.map(
        ({ name, value, seconds }) =>
          `${fullName(name)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure() ? '; Secure' : ''}`,
      ),
    }),
  };
}
