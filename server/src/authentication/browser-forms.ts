import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Addresses } from '../platform/addresses.ts';
import type { AnswerHeaders, RouteRequest } from '../platform/http/route.ts';
import type { Vault } from '../platform/secrets/encryption.ts';
import type { Cookies } from './cookies.ts';
import { newSecret } from './secrets.ts';

export type BrowserForms = {
  /** Returns the hidden field of a form, and the cookie to which the field is bound. */
  open(request: RouteRequest): { field: string; headers: AnswerHeaders };
  /** Returns the fields of a form that was sent from a page of this service, in the browser that received the page. */
  read(request: RouteRequest): URLSearchParams | undefined;
};

export const formField = 'form_token';
const formSeconds = 3600;

/** Creates the protection of forms against CSRF, so that other sites cannot submit a form or sign a user in. */
export function createBrowserForms(deps: {
  vault: Vault;
  cookies: Cookies;
  addresses: Addresses;
}): BrowserForms {
  const fieldOf = (cookie: string) =>
    createHmac('sha256', deps.vault.derive('sign-in form')).update(cookie).digest();
  return {
    open: (request) => {
      const cookie = deps.cookies.read(request, 'form') ?? newSecret('tpf');
      return {
        field: fieldOf(cookie).toString('base64url'),
        headers: deps.cookies.set({ name: 'form', value: cookie, seconds: formSeconds }),
      };
    },
    read: (request) => {
      const type = String(request.headers['content-type'] ?? '').split(';')[0];
      if (type?.trim().toLowerCase() !== 'application/x-www-form-urlencoded') return undefined;
      const { origin } = request.headers;
      if (origin !== undefined && !ownOrigins(deps.addresses).includes(String(origin))) return undefined;
      const form = new URLSearchParams(request.rawBody);
      const cookie = deps.cookies.read(request, 'form');
      const given = Buffer.from(form.get(formField) ?? '', 'base64url');
      if (cookie === undefined) return undefined;
      const expected = fieldOf(cookie);
      return given.length === expected.length && timingSafeEqual(given, expected) ? form : undefined;
    },
  };
}

const ownOrigins = (addresses: Addresses): string[] =>
  [...addresses.audiences(), addresses.authUrl()].map((url) => new URL(url).origin);
