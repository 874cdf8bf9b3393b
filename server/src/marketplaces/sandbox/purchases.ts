import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Vault } from '../../platform/secrets/encryption.ts';
import type { MarketplaceAdapter } from '../adapter.ts';
import { MarketplaceError } from '../errors.ts';
import { landingAddress } from '../landing-address.ts';
import type { MarketplacePartner } from '../partners.ts';
import { type AgreementTerms, findAgreement } from './agreement-store.ts';
import { capabilitiesOf } from './capabilities.ts';
import type { RunInOrganization } from './faults.ts';

type Place = { vault: Vault; organizationId: string; partner: string };

/**
 * Creates the token of a buyer's purchase: the agreement id, and a proof that the sandbox issued the token.
 */
const tokenOf = (place: Place, agreementId: string): string =>
  `${agreementId}.${proofOf(place, agreementId)}`;

const proofOf = ({ vault, organizationId, partner }: Place, agreementId: string): string =>
  createHmac('sha256', vault.derive(`sandbox purchases ${organizationId} ${partner}`))
    .update(agreementId)
    .digest('base64url');

function agreementIn(place: Place, token: string): string | undefined {
  const at = token.lastIndexOf('.');
  const id = token.slice(0, Math.max(0, at));
  const [given, right] = [Buffer.from(token.slice(at + 1)), Buffer.from(proofOf(place, id))];
  return given.length === right.length && timingSafeEqual(given, right) ? id : undefined;
}

/**
 * Creates the links with which the sandbox redirects buyers to the landing page; undefined if the marketplace
 * does not pass a token.
 */
export const createSandboxPurchases = ({ vault, baseUrl }: { vault: Vault; baseUrl: () => string }) => ({
  link: (organizationId: string, partner: MarketplacePartner, agreementId: string): string | undefined => {
    const { purchaseTokenParameter: parameter } = capabilitiesOf(partner);
    if (!parameter) return undefined;
    const landing = landingAddress(baseUrl().replace(/\/+$/, ''), partner, organizationId);
    const token = tokenOf({ vault, organizationId, partner }, agreementId);
    return `${landing}?${new URLSearchParams({ [parameter]: token })}`;
  },
});
export type SandboxPurchases = ReturnType<typeof createSandboxPurchases>;

/** Creates the adapter operation that resolves purchase tokens, if the marketplace passes tokens. */
export const createPurchasePort = (
  place: Place & { partner: MarketplacePartner },
  inside: RunInOrganization,
): Pick<MarketplaceAdapter, 'resolvePurchase'> =>
  capabilitiesOf(place.partner).purchaseTokenParameter === undefined
    ? {}
    : {
        resolvePurchase: async (token) => {
          const id = agreementIn(place, token);
          const agreement = id && (await inside((scope) => findAgreement(scope, id)));
          if (!agreement || agreement.partner !== place.partner)
            throw new MarketplaceError('InvalidToken', {
              kind: 'refused',
              readable: 'The sign-up link is not valid. Start again from the marketplace.',
            });
          const terms = JSON.parse(agreement.terms) as AgreementTerms;
          return {
            externalBuyerId: terms.externalBuyerId,
            buyerName: terms.buyerName,
            externalProductId: terms.externalProductId,
            externalAgreementId: agreement.id,
            planId: terms.planId,
          };
        },
      };
