import { acquireSharedBuyersLock } from '../buyers/index.ts';
import type { JsonObject } from '../marketplaces/index.ts';
import {
  encodeOfferSet,
  type OfferRow,
  OfferSet,
  type OfferSetRow,
  offerErrors,
  offerSetErrors,
  requireOpenOfferSet,
} from '../offers/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { invalid } from '../platform/errors.ts';
import { RawJson, route } from '../platform/http/route.ts';
import { requireTest, sandboxErrors } from './errors.ts';
import { SandboxAcceptance } from './records.ts';
import { playAcceptance } from './service.ts';

/** Accepts all offers of a set atomically, as the buyer. */
async function acceptOfferSet(
  scope: OrgTransaction,
  id: string,
  acceptance: SandboxAcceptance,
): Promise<OfferSetRow> {
  requireTest(scope);
  await acquireSharedBuyersLock(scope);
  const { set, offers } = await requireOpenOfferSet(scope, id);
  const known = new Set(offers.flatMap(commitKeys));
  const unknown = Object.keys(acceptance.buyerCommitQuantities ?? {}).filter((key) => !known.has(key));
  if (unknown.length > 0)
    throw invalid(
      unknown.map((key) => ({
        pointer: `/buyerCommitQuantities/${key}`,
        message: 'does not match a commit of an offer in the set',
      })),
    );
  for (const offer of offers)
    await playAcceptance(scope, offer.id, partOf(offer, offers, acceptance), 'in its set');
  return set;
}

const infoOf = ({ info }: OfferRow) => JSON.parse(info) as JsonObject;

const commitKeys = (offer: OfferRow): string[] =>
  ((infoOf(offer).commits ?? []) as { key?: string }[]).flatMap(({ key }) => key ?? []);

/**
 * Returns the acceptance of one offer of a set. A single buyer accepts all offers with the same account; each
 * offer has its own quantities.
 */
function partOf(
  offer: OfferRow,
  offers: readonly OfferRow[],
  acceptance: SandboxAcceptance,
): SandboxAcceptance {
  const accounts = offers.flatMap((other) => (infoOf(other).buyerMkAAccountIds ?? []) as string[]);
  const buyerAccountId = acceptance.buyerAccountId ?? accounts[0];
  const own = new Set(commitKeys(offer));
  const quantities = Object.entries(acceptance.buyerCommitQuantities ?? {}).filter(([key]) => own.has(key));
  return {
    ...acceptance,
    ...(buyerAccountId === undefined ? {} : { buyerAccountId }),
    ...(acceptance.buyerCommitQuantities ? { buyerCommitQuantities: Object.fromEntries(quantities) } : {}),
  };
}

export const offerSetRoute = route({
  method: 'POST',
  path: '/org/{orgId}/sandbox/offerSet/{offerSetId}/accept',
  operationId: 'sandboxAcceptOfferSet',
  group: 'Sandbox',
  summary: 'Accept an offer set as its buyer',
  description:
    'Accepts all of its offers atomically. Returns the current set, which is ACCEPTED once the marketplace has reported each offer.',
  access: 'sandbox:write',
  body: SandboxAcceptance.optional(),
  example: { countryCode: 'US', buyerName: 'Example Buyer' },
  response: OfferSet,
  responseDescription: 'The offer set',
  errors: [
    offerSetErrors.offer_set_not_found.definition,
    offerSetErrors.offer_set_state.definition,
    offerErrors.offer_not_acceptable.definition,
    sandboxErrors.acceptance_refused.definition,
    sandboxErrors.not_a_test_organization.definition,
  ],
  run: {
    kind: 'transaction',
    handle: async (scope, { params, body }) => ({
      body: new RawJson(encodeOfferSet(await acceptOfferSet(scope, params.offerSetId, body ?? {}))),
    }),
  },
});
