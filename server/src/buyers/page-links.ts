import { createHmac, timingSafeEqual } from 'node:crypto';
import type { OrgScope } from '../platform/access/scope.ts';
import type { Row } from '../platform/database/statement.ts';
import { type Answer, RawJson } from '../platform/http/route.ts';
import type { Vault } from '../platform/secrets/encryption.ts';
import { encodeBuyer } from './columns.ts';

/**
 * The buyer whose page a link opens. `version` must equal the buyer's version, and an increase of that version revokes
 * all earlier links.
 */
export type BuyerPage = { organizationId: string; buyerId: string; version: number };

export type BuyerPageDeps = {
  vault: Vault;
  baseUrl: () => string;
  /** Whether a page is served at `buyerPagePath`. If not, no links are issued. */
  isServed: () => boolean;
};

export const buyerPagePath = '/spa/buyer';

const dayMs = 86_400_000;
const lifeDays = 365;

/**
 * Creates the links to buyers' pages, which open without login. The links are signed with a separate key, valid
 * for a year, and constant within a day.
 */
export function createBuyerPages({ vault, baseUrl, isServed }: BuyerPageDeps) {
  let key: Buffer | undefined;
  const sign = (text: string): Buffer => {
    key ??= vault.derive('buyer page');
    return createHmac('sha256', key).update(text).digest();
  };
  const pages = {
    /**
     * Creates the response with the record. The response that is stored for repeats with the idempotency key has no
     * link.
     */
    answer: (scope: OrgScope, row: Row): Answer => ({
      body: new RawJson(pages.show(scope, row)),
      repeatBody: new RawJson(encodeBuyer(row)),
    }),
    /** Encodes the record for callers, with the link, which is created for each response and never stored. */
    show: (scope: OrgScope, row: Row, encode = encodeBuyer): string => {
      if (!isServed()) return encode(row);
      const lastDay = Math.floor(scope.wallNow.getTime() / dayMs) + lifeDays;
      const claims = [scope.organizationId, row.id, row.spa_version, lastDay];
      const text = Buffer.from(JSON.stringify(claims)).toString('base64url');
      const url = `${baseUrl()}${buyerPagePath}?token=${text}.${sign(text).toString('base64url')}`;
      const rest = String(row.info).slice(1);
      const info = `{"spaUrl":${JSON.stringify(url)}${rest.trim() === '}' ? '' : ','}${rest}`;
      return encode({ ...row, info });
    },
    /** Returns the page that a token opens; undefined if the token is invalid or expired. */
    verifyBuyerToken: (token: string, wallNow: Date): BuyerPage | undefined => {
      const [text, signature, ...more] = token.split('.');
      if (!text || !signature || more.length > 0) return undefined;
      const given = Buffer.from(signature, 'base64url');
      const right = sign(text);
      if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
      const [organizationId, buyerId, version, lastDay] = JSON.parse(
        Buffer.from(text, 'base64url').toString('utf8'),
      ) as [string, string, number, number];
      if (wallNow.getTime() >= lastDay * dayMs) return undefined;
      return { organizationId, buyerId, version };
    },
  };
  return pages;
}
export type BuyerPages = ReturnType<typeof createBuyerPages>;
