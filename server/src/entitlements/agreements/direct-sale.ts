import { acquireSharedBuyersLock, findBuyer } from '../../buyers/index.ts';
import { type AgreementSnapshot, isDirect, type JsonObject } from '../../marketplaces/index.ts';
import {
  acceptableDirectly,
  lastMoment,
  lockAgreedOffer,
  type OfferRow,
  requireApprovedSale,
} from '../../offers/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { type Finding, invalid } from '../../platform/errors.ts';
import { millisecondsOf } from '../../platform/records/fields.ts';
import type { EntitlementRow } from '../columns.ts';
import { agreedEnd, checkBuyerQuantities } from '../derive/index.ts';
import { entitlementErrors } from '../errors.ts';
import type { CreateEntitlementParams, EntitlementInfo } from '../records.ts';
import { lockEntitlement } from '../store.ts';
import { beginEntitlement } from './begin.ts';
import { directAgreement } from './direct-agreement.ts';

/**
 * Makes the entitlement of a direct sale that seller and buyer agreed on by themselves. The offer becomes ACCEPTED; a
 * public one stays on sale.
 * @throws 400 that names what does not fit, 409 when nobody approved the sale
 */
export async function createDirectSale(
  scope: OrgTransaction,
  params: CreateEntitlementParams,
): Promise<EntitlementRow> {
  const { buyerId, offerId } = params;
  if (!buyerId || !offerId) {
    const missing = (['buyerId', 'offerId'] as const).filter((name) => !params[name]);
    throw invalid(missing.map((name) => ({ pointer: `/${name}`, message: 'is required' })));
  }
  await acquireSharedBuyersLock(scope);
  // The offer's lock comes first of the rows, always: of two calls at once one finds it accepted.
  const offer = await lockAgreedOffer(scope, '', { offerKey: offerId, externalOfferId: undefined });
  const buyer = await findBuyer(scope, buyerId);
  const findings: Finding[] = [];
  if (!offer || offer.status === 'DELETED')
    findings.push({ pointer: '/offerId', message: 'is no offer of the organization' });
  if (!buyer) findings.push({ pointer: '/buyerId', message: 'is no buyer of the organization' });
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

/** @throws 400 unless the offer is a direct one that can be accepted now */
function requireOpen(scope: OrgTransaction, offer: OfferRow): void {
  const { partner, status } = offer;
  const expiry = lastMoment(offer);
  if (!isDirect(partner))
    throw entitlementErrors.entitlement_partner(
      `The offer is one on ${partner}: the entitlement comes from there when the buyer accepts.`,
    );
  if (!acceptableDirectly.includes(status))
    throw entitlementErrors.entitlement_state(
      `The offer is ${status}; it must be PENDING_ACCEPTANCE, or ACTIVE when it is public.`,
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

/** Finds what of the sale is not as the offer has it. The start is the seller's to choose; the end follows from it. */
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

/** Makes the agreement of seller and buyer: the offer, with the quantities that it keeps for the buyer (R30). */
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
        message: `lacks what the buyer chooses: ${findings.map(({ pointer, message }) => `${pointer} ${message}`).join('; ')}`,
      },
    ]);
  return directAgreement(scope, {
    externalBuyerId: buyer.externalId ?? buyer.id,
    acceptedAt: scope.now.toISOString(),
    startTime: start,
    buyerCommitQuantities,
  });
}
