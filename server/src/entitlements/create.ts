import { acquireSharedBuyersLock, findBuyer } from '../buyers/index.ts';
import { type AgreementSnapshot, isDirect, type JsonObject } from '../marketplaces/index.ts';
import {
  acceptableDirectly,
  lastMoment,
  lockAgreedOffer,
  type OfferRow,
  requireApprovedSale,
} from '../offers/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { type Finding, invalid } from '../platform/errors.ts';
import { route } from '../platform/http/route.ts';
import { millisecondsOf } from '../platform/records/fields.ts';
import { beginEntitlement } from './agreements/index.ts';
import type { EntitlementRow } from './columns.ts';
import { agreedEnd, checkBuyerQuantities } from './derive/index.ts';
import { entitlementErrors } from './errors.ts';
import type { EntitlementPages } from './page-links.ts';
import { CreateEntitlementParams, type EntitlementInfo } from './records.ts';
import { approvalErrors, changes } from './response.ts';
import { lockEntitlement } from './store.ts';

export const createRoute = ({ pages }: { pages: EntitlementPages }) =>
  route({
    ...changes,
    method: 'POST',
    path: '/org/{orgId}/entitlement',
    operationId: 'createEntitlement',
    summary: 'Create the entitlement of a direct sale',
    description:
      'For offers without a marketplace. Status: ACTIVE if it starts now or in the past, PENDING_START until a start in the ' +
      'future, CANCELLED if its end has passed. The offer becomes ACCEPTED; a public offer stays on sale. If ' +
      '`requireApproval` is set in privateOfferConfigInfo, callers without `offers:approve` can sell approved offers only, ' +
      'to their buyer and with their end.',
    body: CreateEntitlementParams,
    serverSetFields: ['organizationId'],
    example: {
      buyerId: 'buy_01m7z53qrwf3raysksbfq2fp2q',
      offerId: 'ofr_01m7z53qrwf3raysksbfq2fp2q',
      startDate: null,
      endDate: '2027-12-31T00:00:00.000Z',
    },
    responseDescription: 'The entitlement',
    errors: [
      entitlementErrors.entitlement_state.definition,
      entitlementErrors.entitlement_partner.definition,
      ...approvalErrors,
    ],
    run: {
      kind: 'transaction',
      handle: async (scope, request) =>
        pages.answerChange(scope, request, await createDirectSale(scope, request.body)),
    },
  });

/**
 * Creates the entitlement of a direct sale that seller and buyer agreed on without a marketplace. The offer
 * becomes ACCEPTED; a public offer stays on sale.
 * @throws 400 that names the invalid field, 409 if the sale lacks a required approval
 */
async function createDirectSale(
  scope: OrgTransaction,
  params: CreateEntitlementParams,
): Promise<EntitlementRow> {
  const { buyerId, offerId } = params;
  if (!buyerId || !offerId) {
    const missing = (['buyerId', 'offerId'] as const).filter((name) => !params[name]);
    throw invalid(missing.map((name) => ({ pointer: `/${name}`, message: 'is required' })));
  }
  await acquireSharedBuyersLock(scope);
  // Always lock the offer before any other row: the second of two concurrent calls then reads the offer as
  // accepted.
  const offer = await lockAgreedOffer(scope, '', { offerKey: offerId, externalOfferId: undefined });
  const buyer = await findBuyer(scope, buyerId);
  const findings: Finding[] = [];
  if (!offer || offer.status === 'DELETED')
    findings.push({ pointer: '/offerId', message: 'does not match an offer in this organization' });
  if (!buyer) findings.push({ pointer: '/buyerId', message: 'does not match a buyer in this organization' });
  if (!offer || !buyer || findings.length > 0) throw invalid(findings);
  requireOpen(scope, offer);
  const span = spanOf(params, offer, scope.now);
  await requireApprovedSale(scope, offer, await departureOf(scope, params, offer, buyer.id, span));
  const agreed = agreementOf(scope, offer, { id: buyer.id, externalId: buyer.external_id }, span);
  const id = await beginEntitlement(scope, offer.partner ?? undefined, offer, agreed, {
    buyerId: buyer.id,
    endTime: span.end,
  });
  return (await lockEntitlement(scope, id)) as EntitlementRow;
}

/**
 * Requires that the offer is for direct sales and can be accepted now.
 * @throws 400 with the reason
 */
function requireOpen(scope: OrgTransaction, offer: OfferRow): void {
  const { partner, status } = offer;
  const expiry = lastMoment(offer);
  if (!isDirect(partner))
    throw entitlementErrors.entitlement_partner(
      `The offer is for marketplace ${partner}, which reports the entitlement when the buyer accepts.`,
    );
  if (!acceptableDirectly.includes(status))
    throw entitlementErrors.entitlement_state(
      `Offer status: ${status}; allowed: PENDING_ACCEPTANCE, and ACTIVE for public offers.`,
    );
  if (expiry !== null && Date.parse(expiry) <= scope.now.getTime())
    throw entitlementErrors.entitlement_state(`The offer expired at ${expiry}.`);
}

type Span = { start: string; end: string | undefined };

function spanOf({ startDate, endDate }: CreateEntitlementParams, offer: OfferRow, now: Date): Span {
  const at = (date: string) => new Date(millisecondsOf(date) as number).toISOString();
  const start = startDate ? at(startDate) : now.toISOString();
  const end = endDate ? at(endDate) : (offer.end_time ?? undefined);
  if (end !== undefined && Date.parse(end) <= Date.parse(start))
    throw invalid([
      endDate
        ? { pointer: '/endDate', message: `must be after the start, ${start}` }
        : { pointer: '/startDate', message: `must be before the end of the offer, ${end}` },
    ]);
  return { start, end };
}

/** Finds how the sale differs from its offer: another buyer or another end. The seller may choose the start. */
async function departureOf(
  scope: OrgTransaction,
  { endDate }: CreateEntitlementParams,
  { buyer_id: named, end_time: endTime, info }: OfferRow,
  buyerId: string,
  { start, end }: Span,
): Promise<string | undefined> {
  if (named !== null && (await findBuyer(scope, named))?.id !== buyerId) return 'for another buyer';
  if (!endDate) return undefined;
  const offered = agreedEnd({ endTime: endTime ?? undefined, info: JSON.parse(info) }, start);
  const same = offered !== undefined && Date.parse(offered) === Date.parse(end as string);
  return same ? undefined : 'with another end';
}

/** Creates the agreement of seller and buyer from the offer, with the quantities that the buyer chose (R30). */
function agreementOf(
  scope: OrgTransaction,
  offer: OfferRow,
  buyer: { id: string; externalId: string | null },
  { start }: Span,
): AgreementSnapshot {
  const { commits = [] } = JSON.parse(offer.info) as EntitlementInfo;
  const { buyerCommitQuantities } = JSON.parse(offer.meta_info) as JsonObject as {
    buyerCommitQuantities?: Record<string, number>;
  };
  const findings = checkBuyerQuantities(commits, buyerCommitQuantities);
  if (findings.length > 0)
    throw invalid([
      {
        pointer: '/offerId',
        message: `lacks quantities that the buyer chooses: ${findings.map(({ pointer, message }) => `${pointer} ${message}`).join('; ')}`,
      },
    ]);
  return directAgreement(scope, {
    externalBuyerId: buyer.externalId ?? buyer.id,
    acceptedAt: scope.now.toISOString(),
    startTime: start,
    buyerCommitQuantities,
  });
}

/** The terms that buyer and seller agreed on without a marketplace. */
type DirectTerms = Pick<AgreementSnapshot, 'externalBuyerId' | 'acceptedAt' | 'startTime'> &
  Partial<Pick<AgreementSnapshot, 'buyerName' | 'endTime' | 'buyerCommitQuantities'>>;

/** Creates the agreement of a direct sale. The given terms are complete, because no marketplace adds terms. */
export const directAgreement = (scope: OrgTransaction, terms: DirectTerms): AgreementSnapshot => ({
  externalId: scope.newId('agr'),
  revision: 1,
  status: 'ACTIVE',
  externalStatus: 'ACTIVE',
  needsApproval: false,
  offerKey: undefined,
  externalOfferId: undefined,
  productId: undefined,
  externalProductId: undefined,
  externalBuyerId: terms.externalBuyerId,
  buyerName: terms.buyerName,
  acceptedAt: terms.acceptedAt,
  startTime: terms.startTime,
  endTime: terms.endTime,
  buyerCommitQuantities: terms.buyerCommitQuantities,
  terms: undefined,
  mirror: {},
  billingAccountId: undefined,
});
