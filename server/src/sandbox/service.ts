import { createHash } from 'node:crypto';
import { acquireSharedBuyersLock } from '../buyers/index.ts';
import {
  agreedSpan,
  beginEntitlement,
  checkBuyerQuantities,
  directAgreement,
} from '../entitlements/index.ts';
import { isMarketplace, type JsonObject, traitsOf } from '../marketplaces/index.ts';
import {
  type AgreementTerms,
  agreementOf,
  amend,
  capabilitiesOf,
  changesAgreement,
  deferForApproval,
  findOfferByKey,
  findOffer as findSandboxOffer,
  insertAgreement,
  notifyJob,
  rejectableOffer,
  type SandboxOffer,
  type SandboxOfferState,
  setOfferState,
  startOfReplacement,
} from '../marketplaces/sandbox/index.ts';
import {
  bodyOf,
  findOffer,
  type OfferRow,
  offerErrors,
  offerSetOf,
  productTypeOf,
  rejectOffer,
  requireApprovedSale,
  requireOpenOffer,
  startOf,
} from '../offers/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { invalid } from '../platform/errors.ts';
import { enqueue } from '../platform/jobs/queue.ts';
import { requireTest, sandboxErrors } from './errors.ts';
import type { SandboxAcceptance } from './records.ts';

/**
 * Accepts an offer as its buyer. The entitlement is created from a notification, as with a real marketplace.
 */
export async function playAcceptance(
  scope: OrgTransaction,
  offerId: string,
  acceptance: SandboxAcceptance,
  how: 'alone' | 'in its set' = 'alone',
): Promise<OfferRow> {
  requireTest(scope);
  // A direct sale creates its entitlement in this transaction. Lock order: buyers before the offer.
  await acquireSharedBuyersLock(scope);
  const offer = await requireOpenOffer(scope, offerId);
  const info = JSON.parse(offer.info) as JsonObject;
  checkAcceptance(offer.partner, info, acceptance);
  const starts = startOf(bodyOf(offer), await productTypeOf(scope, bodyOf(offer)));
  const termsFrom = (start?: string) => agreedTerms(scope, offer, info, acceptance, { starts, start });
  if (!isMarketplace(offer.partner)) {
    await requireApprovedSale(scope, offer);
    const terms = termsFrom();
    // A direct sale has no marketplace notification, so the acceptance creates the entitlement.
    await beginEntitlement(scope, offer.partner ?? undefined, offer, directAgreement(scope, terms));
    return (await findOffer(scope, offerId)) as OfferRow;
  }
  const atMarketplace = await requireAtMarketplace(scope, offer, ['PUBLISHED']);
  if (how === 'alone') await requireNoSet(scope, offerId);
  const needsApproval = capabilitiesOf(offer.partner).approval && acceptance.approve === false;
  const agreementId = changesAgreement(JSON.parse(atMarketplace.spec))
    ? await amendAgreement(scope, atMarketplace, termsFrom, acceptance, needsApproval)
    : await insertAgreement(scope, {
        partner: offer.partner,
        sandboxOfferId: atMarketplace.id,
        state: needsApproval ? 'PENDING_APPROVAL' : 'ACTIVE',
        terms: termsFrom(),
      });
  await setOfferState(scope, atMarketplace.id, 'ACCEPTED');
  await notifyMarketplaceChange(scope, offer.partner, 'AGREEMENT', agreementId);
  return offer;
}

/** Changes the terms of the buyer's existing agreement, immediately or with the seller's approval. */
async function amendAgreement(
  scope: OrgTransaction,
  offer: SandboxOffer,
  termsFrom: (start?: string) => AgreementTerms,
  { buyerAccountId }: SandboxAcceptance,
  needsApproval: boolean,
): Promise<string> {
  const known = await agreementOf(scope, JSON.parse(offer.spec));
  const before = known && (JSON.parse(known.terms) as AgreementTerms);
  const buyer = before?.externalBuyerId;
  if (buyer !== undefined && buyerAccountId !== undefined && buyerAccountId !== buyer)
    throw sandboxErrors.acceptance_refused('Only the buyer of the agreement can accept the offer.', {
      findings: [{ pointer: '/buyerAccountId', message: `must be the account of the agreement, ${buyer}` }],
    });
  const replacesAt = await startOfReplacement(scope, offer);
  const terms = termsFrom(replacesAt);
  const renewed = before?.endTime && !replacesAt && isRenewal(offer) ? termsFrom(before.endTime) : undefined;
  // An offer whose own end is at or before the current end begins now and leaves the agreement's end
  // unchanged.
  const isLater = renewed && (renewed.endTime === undefined || renewed.endTime > renewed.startTime);
  const amended = await (needsApproval ? deferForApproval : amend)(scope, offer, isLater ? renewed : terms);
  if ('refusal' in amended) throw offerErrors.offer_not_acceptable(amended.refusal);
  return amended.agreementId;
}

/** Returns whether an offer renews an agreement from its end; false for a renewal with its own start time. */
const isRenewal = ({ spec }: SandboxOffer): boolean => {
  const { info, metaInfo } = JSON.parse(spec) as { info: JsonObject; metaInfo: JsonObject };
  return metaInfo.isRenewalOffer === true && !info.startTime;
};

/**
 * Finds the offer at the sandbox, by the sandbox's id or by this service's id. @throws 409 unless the offer is in one
 * of the given states
 */
export async function requireAtMarketplace(
  scope: OrgTransaction,
  offer: OfferRow,
  states: readonly SandboxOfferState[],
): Promise<SandboxOffer> {
  const partner = offer.partner ?? '';
  const byId = offer.external_id === null ? undefined : await findSandboxOffer(scope, offer.external_id);
  const found = byId?.partner === partner ? byId : await findOfferByKey(scope, partner, offer.id);
  if (!found || !states.includes(found.state))
    throw offerErrors.offer_not_acceptable('The offer can no longer be used at the marketplace.');
  return found;
}

/** Rejects an offer as its buyer, or as the partner for whom the offer waits. */
export async function playRejection(scope: OrgTransaction, offerId: string): Promise<OfferRow> {
  requireTest(scope);
  const offer = await requireOpenOffer(scope, offerId, ['PENDING_PARTNER_ACTION']);
  if (!isMarketplace(offer.partner)) return rejectOffer(scope, offer);
  const atMarketplace = await requireAtMarketplace(scope, offer, rejectableOffer);
  await setOfferState(scope, atMarketplace.id, 'REJECTED');
  await notifyMarketplaceChange(scope, offer.partner, 'OFFER', atMarketplace.id);
  return offer;
}

/** Computes the end like the seller, so that both agreements end or renew at the same time (R42). */
const spanOf = ({ end_time: endTime, info }: OfferRow, start: string) =>
  agreedSpan({ endTime: endTime ?? undefined, info: JSON.parse(info) }, start);

export const autoRenewOf = ({ info }: OfferRow) => JSON.parse(info).autoRenew as boolean | undefined;

async function requireNoSet(scope: OrgTransaction, offerId: string): Promise<void> {
  const set = await offerSetOf(scope, offerId);
  if (set) throw offerErrors.offer_not_acceptable(`The offer is accepted with its offer set ${set}.`);
}

export const notifyMarketplaceChange = (
  scope: OrgTransaction,
  partner: string,
  kind: 'OFFER' | 'AGREEMENT',
  externalId: string,
) => scope.query(enqueue(scope, notifyJob, { partner, kind, externalId, noticeId: scope.newId('msg') }));

/** Validates a buyer's acceptance as a marketplace does (R27, R30). */
function checkAcceptance(partner: string | null, info: JsonObject, acceptance: SandboxAcceptance): void {
  const countries = traitsOf(partner).namesCountries ? ((info.buyerCountryCodes ?? []) as string[]) : [];
  if (countries.length > 0 && !countries.includes(acceptance.countryCode?.toUpperCase() ?? ''))
    throw sandboxErrors.acceptance_refused(`The offer can be accepted only from ${countries.join(', ')}.`, {
      findings: [{ pointer: '/countryCode', message: `must be one of ${countries.join(', ')}` }],
    });
  const commits = (info.commits ?? []) as Parameters<typeof checkBuyerQuantities>[0];
  const findings = checkBuyerQuantities(commits, acceptance.buyerCommitQuantities);
  if (findings.length > 0) throw invalid(findings.map((finding) => ({ ...finding })));
}

function agreedTerms(
  scope: OrgTransaction,
  offer: OfferRow,
  info: JsonObject,
  acceptance: SandboxAcceptance,
  { starts, start }: { starts: string | undefined; start?: string | undefined },
): AgreementTerms {
  const now = scope.now.toISOString();
  const wanted = start ?? starts;
  const accounts = info.buyerMkAAccountIds as string[] | undefined;
  const tenants = info.buyerMkBTenants as { id?: string }[] | undefined;
  const named = acceptance.buyerAccountId ?? accounts?.[0] ?? tenants?.[0]?.id;
  const buyerName = acceptance.buyerName ?? 'Sandbox buyer';
  const isLater = wanted !== undefined && Date.parse(wanted) > scope.now.getTime();
  const startTime = start ?? (isLater ? wanted : now);
  const agreed = spanOf(offer, startTime);
  return {
    externalBuyerId: named?.slice(0, 200) ?? accountOf(scope, buyerName),
    buyerName,
    acceptedAt: now,
    startTime,
    endTime: agreed?.end,
    agreedDuration: agreed?.duration,
    autoRenew: autoRenewOf(offer),
    countryCode: acceptance.countryCode,
    buyerCommitQuantities: acceptance.buyerCommitQuantities,
  };
}

/** Derives a twelve-digit account from a buyer's name, deterministic within an organization. */
export const accountOf = (scope: OrgTransaction, name: string): string =>
  (
    BigInt(`0x${createHash('sha256').update(`${scope.organizationId} ${name}`).digest('hex').slice(0, 16)}`) %
    10n ** 12n
  )
    .toString()
    .padStart(12, '0');
