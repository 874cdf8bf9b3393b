import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { defineErrors } from '../errors.ts';
import type { Vault } from './encryption.ts';

export const linkErrors = defineErrors({
  link_invalid: [404, 'Link not found'],
  link_expired: [410, 'The link has expired'],
});

/** The record that a link opens. */
export type LinkTarget = { organizationId: string; id: string };

/**
 * A record whose links are revoked by an increase of its version. Links of the first version do not name it, like links
 * to records without versions.
 */
export type VersionedTarget = LinkTarget & { version: number };

/** The query parameters of a signed link. */
export const linkParameters = z.object({
  organization: z.string().max(64).default(''),
  expires: z.string().max(20).default(''),
  signature: z.string().max(100).default(''),
});

/** The query parameters of a signed link to a record with a version. No record has the version 0. */
export const versionedLinkParameters = linkParameters.extend({
  version: z.coerce.number().int().catch(0).default(1),
});

type Signed = LinkTarget & { version?: number };
type GivenParameters = z.output<typeof linkParameters> & { version?: number };

/**
 * Creates links that grant access to one record without a token until their expiry (by the wall clock). Links are
 * signed with a separate key for each purpose and are never stored.
 * @param path path of the public operation, with `{id}` in it
 */
export function createSignedLinks(
  deps: { vault: Vault; baseUrl: () => string },
  { purpose, path }: { purpose: string; path: string },
) {
  let key: Buffer | undefined;
  const sign = ({ organizationId, id, version = 1 }: Signed, expires: string): Buffer => {
    key ??= deps.vault.derive(`link ${purpose}`);
    const signed = [organizationId, id, expires, ...(version === 1 ? [] : [version])];
    return createHmac('sha256', key).update(JSON.stringify(signed)).digest();
  };
  const prefix = path.split('{id}')[0] as string;
  return {
    link: (linked: Signed, until: Date): string => {
      const expires = String(Math.floor(until.getTime() / 1000));
      const query = new URLSearchParams({
        organization: linked.organizationId,
        expires,
        ...(linked.version === undefined || linked.version === 1 ? {} : { version: String(linked.version) }),
        signature: sign(linked, expires).toString('base64url'),
      });
      return `${deps.baseUrl()}${path.replace('{id}', linked.id)}?${query}`;
    },
    /** Verifies a link and returns its record. @throws 404 if the signature is wrong, 410 if the link has expired */
    open: (id: string, given: GivenParameters, wallNow: Date): VersionedTarget => {
      const linked = { organizationId: given.organization, id, version: given.version ?? 1 };
      const right = sign(linked, given.expires);
      const signature = Buffer.from(given.signature, 'base64url');
      if (signature.length !== right.length || !timingSafeEqual(signature, right))
        throw linkErrors.link_invalid();
      if (wallNow.getTime() >= Number(given.expires) * 1000) throw linkErrors.link_expired();
      return linked;
    },
    /** Returns the record id in a URL of this format, without verifying the signature. */
    idIn: (address: string): string | undefined => {
      const start = `${deps.baseUrl()}${prefix}`;
      return address.startsWith(start) ? address.slice(start.length).split(/[/?#]/)[0] : undefined;
    },
  };
}
export type SignedLinks = ReturnType<typeof createSignedLinks>;
