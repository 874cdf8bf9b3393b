import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Row } from '../database/statement.ts';
import type { Vault } from './encryption.ts';
import type { VersionedTarget } from './signed-links.ts';

/**
 * The record whose page a link opens. `version` must equal the record's `spa_version`, and an increase of that version
 * revokes all earlier links.
 */
export type LinkedPage = VersionedTarget;

/** The query of a link to a page. Anything else than a valid token opens nothing. */
export const pageParameters = z.object({ token: z.string().max(500).catch('') });

const dayMs = 86_400_000;
const lifeDays = 365;

/**
 * Creates links to the pages of one kind of record, which open without login. The links are signed with a separate
 * key for each purpose, valid for a year by the wall clock, constant within a day, and never stored.
 */
export function createPageLinks(
  { vault, baseUrl }: { vault: Vault; baseUrl: () => string },
  { purpose, path }: { purpose: string; path: string },
) {
  let key: Buffer | undefined;
  const sign = (text: string): Buffer => {
    key ??= vault.derive(purpose);
    return createHmac('sha256', key).update(text).digest();
  };
  const links = {
    link: ({ organizationId, id, version }: LinkedPage, wallNow: Date): string => {
      const lastDay = Math.floor(wallNow.getTime() / dayMs) + lifeDays;
      const text = Buffer.from(JSON.stringify([organizationId, id, version, lastDay])).toString('base64url');
      return `${baseUrl()}${path}?token=${text}.${sign(text).toString('base64url')}`;
    },
    /** Adds the link to the `info` of a row, as its field `spaUrl`. */
    withLink: (scope: { organizationId: string; wallNow: Date }, row: Row): Row => {
      const page = {
        organizationId: scope.organizationId,
        id: String(row.id),
        version: Number(row.spa_version),
      };
      const rest = String(row.info).trim().slice(1);
      const url = JSON.stringify(links.link(page, scope.wallNow));
      return { ...row, info: `{"spaUrl":${url}${rest.trim() === '}' ? '' : ','}${rest}` };
    },
    /** Returns the page that a token opens; undefined if the token is invalid or expired. */
    verify: (token: string, wallNow: Date): LinkedPage | undefined => {
      const [text, signature, ...more] = token.split('.');
      if (!text || !signature || more.length > 0) return undefined;
      const given = Buffer.from(signature, 'base64url');
      const right = sign(text);
      if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
      const [organizationId, id, version, lastDay] = JSON.parse(
        Buffer.from(text, 'base64url').toString('utf8'),
      ) as [string, string, number, number];
      if (wallNow.getTime() >= lastDay * dayMs) return undefined;
      return { organizationId, id, version };
    },
  };
  return links;
}
export type PageLinks = ReturnType<typeof createPageLinks>;
