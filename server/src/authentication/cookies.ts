import type { RouteRequest } from '../platform/http/route.ts';

/** The cookies of the sign-in pages, which browsers send only to this host and hide from scripts. */
export type Cookies = {
  read(request: RouteRequest, name: CookieName): string | undefined;
  /** Creates the header that sets cookies; zero seconds delete a cookie. */
  set(...cookies: Cookie[]): { 'set-cookie': string[] };
};

/**
 * The cookie names. `session` identifies the user's session, `browser` marks a browser in which a user has signed in,
 * `form` binds a form to its browser, and `sso` contains a pending sign-in at an identity provider.
 */
export type CookieName = 'session' | 'browser' | 'form' | 'sso';

export type Cookie = { name: CookieName; value: string; seconds: number };

/**
 * Creates access to the cookies.
 * @param isSecure whether browsers access the service by https
 */
export function createCookies(isSecure: () => boolean): Cookies {
  // Browsers accept cookies with this prefix only from this host, so other hosts of the domain cannot overwrite them.
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
