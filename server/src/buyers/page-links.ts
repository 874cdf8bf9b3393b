import { createHmac, timingSafeEqual } from 'node:crypto';
import type { OrgScope } from '../platform/access/scope.ts';
import type { Row } from '../platform/database/statement.ts';
import { type Answer, RawJson } from '../platform/http/route.ts';
import type { Vault } from '../platform/secrets/encryption.ts';
import { encodeBuyer } from './columns.ts';

/**
 * The buyer whose page a link opens. `version` must be the buyer's own: raising that one ends the links given out
 * before.
 */
export type BuyerPage = { organizationId: string; buyerId: string; version: number };

export type BuyerPageDeps = {
  vault: Vault;
  baseUrl: () => string;
  /** Whether there is a page at `buyerPagePath`: no link is given out that leads nowhere. */
  isServed: () => boolean;
};

export const buyerPagePath = '/spa/buyer';

const dayMs = 86_400_000;
const lifeDays = 365;

/**
 * Links to buyers' pages, which open without login: signed with a key that is for nothing else, good for a year.
 * A link is the same all day long.
 */
export function createBuyerPages({ vault, baseUrl, isServed }: BuyerPageDeps) {
  let key: Buffer | undefined;
  const sign = (text: string): Buffer => {
    key ??= vault.derive('buyer page');
    return createHmac('sha256', key).update(text).digest();
  };
  const pages = {
    /** The answer with the record. A repeat that an idempotency key asks for has it without the link. */
    answer: (scope: OrgScope, row: Row): Answer => ({
      body: new RawJson(pages.show(scope, row)),
      repeat: new RawJson(encodeBuyer(row)),
    }),
    /** The record as callers see it, with the link. It is made on read and kept nowhere. */
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
    /** The page that a token opens; undefined when it is none of ours, changed, or over. */
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
