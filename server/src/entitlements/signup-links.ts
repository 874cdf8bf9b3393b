import type { z } from 'zod';
import type { Addresses } from '../platform/addresses.ts';
import type { Vault } from '../platform/secrets/encryption.ts';
import { createSignedLinks, type linkParameters } from '../platform/secrets/signed-links.ts';

/** Path of the page on which a buyer signs up for a purchase. */
export const signupPagePath = '/public/signup/{signupId}/entitlement/{entitlementId}';

/** Lifetime of a link. A buyer gets a new link by opening the purchase at the marketplace again. */
const lifeMs = 24 * 3_600_000;

/** The signup page of a seller for one purchase. */
export type SignupTarget = { organizationId: string; signupId: string; entitlementId: string };

export type SignupLinkDeps = { vault: Vault; addresses: Pick<Addresses, 'baseUrl'> };

/** Creates the signed links to the signup page, each for one purchase. Links contain no token of a marketplace. */
export function createSignupLinks({ vault, addresses }: SignupLinkDeps) {
  const deps = { vault, baseUrl: () => addresses.baseUrl() };
  const links = createSignedLinks(deps, {
    purpose: 'signup page',
    path: signupPagePath.replace('{signupId}/entitlement/{entitlementId}', '{id}'),
  });
  const idOf = ({ signupId, entitlementId }: Omit<SignupTarget, 'organizationId'>): string =>
    `${signupId}/entitlement/${entitlementId}`;
  return {
    link: ({ organizationId, ...target }: SignupTarget, wallNow: Date): string =>
      links.link({ organizationId, id: idOf(target) }, new Date(wallNow.getTime() + lifeMs)),
    /** Verifies a link, and returns its organization. @throws 404 if the signature is wrong, 410 if the link has expired */
    open: (
      target: Omit<SignupTarget, 'organizationId'>,
      query: z.output<typeof linkParameters>,
      wallNow: Date,
    ): SignupTarget => ({ ...target, ...links.open(idOf(target), query, wallNow) }),
  };
}
export type SignupLinks = ReturnType<typeof createSignupLinks>;
