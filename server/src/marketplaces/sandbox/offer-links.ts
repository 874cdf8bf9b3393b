import type { z } from 'zod';
import type { Vault } from '../../platform/secrets/encryption.ts';
import { createSignedLinks, type Linked, type linkParameters } from '../../platform/secrets/signed-links.ts';

export const sandboxOfferPath = '/sandbox/{partner}/offers/{sandboxOfferId}';

/** Each observation shows the same address; what ends it is the end of the offer. */
const forGood = new Date('2100-01-01T00:00:00Z');

/** Links to the page on which the buyer of the sandbox sees an offer, and accepts or rejects it. */
export function createSandboxOfferLinks(deps: { vault: Vault; baseUrl: () => string }) {
  const baseUrl = () => deps.baseUrl().replace(/\/+$/, '');
  const of = (partner: string) =>
    createSignedLinks(
      { ...deps, baseUrl },
      { purpose: 'sandbox offer', path: `/sandbox/${partner.toLowerCase()}/offers/{id}` },
    );
  return {
    link: (partner: string, linked: Linked): string => of(partner).link(linked, forGood),
    /** @throws 404 for a link that is none of ours */
    open: (partner: string, id: string, given: z.output<typeof linkParameters>, wallNow: Date): Linked =>
      of(partner).open(id, given, wallNow),
  };
}
export type SandboxOfferLinks = ReturnType<typeof createSandboxOfferLinks>;
