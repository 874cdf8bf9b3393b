import type { z } from 'zod';
import type { Vault } from '../../platform/secrets/encryption.ts';
import {
  createSignedLinks,
  type LinkTarget,
  type linkParameters,
} from '../../platform/secrets/signed-links.ts';

export const sandboxOfferPath = '/sandbox/{partner}/offers/{sandboxOfferId}';

/** Constant expiry, so that each observation returns the same URL. The link is valid until the offer ends. */
const forGood = new Date('2100-01-01T00:00:00Z');

/** Creates links to the page on which the sandbox buyer views and accepts or rejects an offer. */
export function createSandboxOfferLinks(deps: { vault: Vault; baseUrl: () => string }) {
  const baseUrl = () => deps.baseUrl().replace(/\/+$/, '');
  const of = (partner: string) =>
    createSignedLinks(
      { ...deps, baseUrl },
      { purpose: 'sandbox offer', path: `/sandbox/${partner.toLowerCase()}/offers/{id}` },
    );
  return {
    link: (partner: string, linked: LinkTarget): string => of(partner).link(linked, forGood),
    /**
     * Verifies a link.
     * @throws 404 for a link that the service did not create
     */
    open: (partner: string, id: string, given: z.output<typeof linkParameters>, wallNow: Date): LinkTarget =>
      of(partner).open(id, given, wallNow),
  };
}
export type SandboxOfferLinks = ReturnType<typeof createSandboxOfferLinks>;
