import type { RouteRequest } from '../platform/http/route.ts';

/** Cookies of the sign-in pages. A browser sends them to this host only and shows them to no script. */
export type Cookies = {
  read(request: RouteRequest, name: CookieName): string | undefined;
  /** The header that sets a cookie; for zero seconds takes it away. */
  set(name: CookieName, value: string, seconds: number): { 'set-cookie': string };
};

/** `session`: who is signed in; `form`: ties a page to its browser; `sso`: a sign-in under way elsewhere. */
export type CookieName = 'session' | 'form' | 'sso';

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
    set: (name, value, seconds) => ({
      'set-cookie': `${fullName(name)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${
        isSecure() ? '; Secure' : ''
      }`,
    }),
  };
}
