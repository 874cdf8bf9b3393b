import type { AgreementSnapshot } from '../snapshots.ts';
import type { JsonObject } from '../specifications.ts';
import type { AgreementTerms, SandboxAgreement } from './agreement-store.ts';
import { isReplacement } from './bases.ts';
import { openRequests } from './buyer-requests.ts';
import { showRequest } from './cancellation-requests.ts';
import { agreementMirror } from './mirrors/index.ts';
import type { SandboxAgreementState } from './states.ts';
import type { SandboxOffer, SandboxSpec } from './store.ts';

const agreementStatus = (state: SandboxAgreementState): AgreementSnapshot['status'] =>
  state === 'PENDING_APPROVAL' ? 'PENDING_START' : state;

/** Derives the snapshot of an agreement. */
export function showAgreement(
  organizationId: string,
  agreement: SandboxAgreement,
  offer: SandboxOffer | undefined,
): AgreementSnapshot {
  const terms = asAccepted(JSON.parse(agreement.terms) as AgreementTerms);
  const spec = offer ? (JSON.parse(offer.spec) as SandboxSpec) : undefined;
  const externalProductId =
    spec?.externalProductId ??
    terms.externalProductId ??
    terms.order?.productId ??
    spec?.productId ??
    'sandbox-product';
  const offerInfo = spec ? withChosenQuantities(spec.info, terms.buyerCommitQuantities) : orderedInfo(terms);
  const quantity = terms.quantity ?? (offerInfo && seatsIn(offerInfo));
  const shown = agreementMirror({
    organizationId,
    id: agreement.id,
    partner: agreement.partner,
    state: agreement.state,
    externalProductId,
    ...withoutUndefined({
      externalOfferId: offer?.id,
      buyerName: terms.buyerName,
      autoRenew: terms.autoRenew,
      endTime: terms.endTime ?? spec?.endTime,
      quantity,
      planId: terms.planId,
      offerInfo,
      order: terms.order,
    }),
    externalBuyerId: terms.externalBuyerId,
    acceptedAt: terms.acceptedAt,
    startTime: terms.startTime,
  });
  return {
    externalId: agreement.id,
    revision: agreement.version,
    status: agreementStatus(agreement.state),
    externalStatus: shown.externalStatus,
    needsApproval: agreement.state === 'PENDING_APPROVAL' || agreement.pending_offer_id !== null,
    offerKey: spec?.madeBy ? undefined : (offer?.creation_key ?? terms.order?.offerId),
    externalOfferId: offer?.id,
    productId: spec?.productId ?? terms.order?.productId,
    externalProductId,
    externalBuyerId: terms.externalBuyerId,
    buyerName: terms.buyerName,
    acceptedAt: terms.acceptedAt,
    startTime: terms.startTime,
    endTime: terms.endTime,
    amendment:
      terms.amendedAt === undefined
        ? undefined
        : { effectiveAt: terms.amendedAt, renewal: spec !== undefined && renews(agreement.partner, spec) },
    buyerCommitQuantities: terms.buyerCommitQuantities,
    quantity,
    planId: terms.planId ?? firstPlan,
    autoRenew: terms.autoRenew,
    renewals: terms.renewals,
    terms: withPlan(terms.order ? orderedTerms(terms.order, offerInfo) : shown.terms, terms.planTerms),
    mirror: shown.mirror,
    billingAccountId: shown.billingAccountId,
    cancellationRequest: showRequest({ ...agreement, terms }),
    buyerRequests: openRequests(agreement),
  };
}

/**
 * Returns the terms with the data of a pending acceptance. The prices are unchanged until the seller
 * approves.
 */
const asAccepted = ({ pending, ...terms }: AgreementTerms): AgreementTerms =>
  pending === undefined
    ? terms
    : {
        ...terms,
        acceptedAt: pending.acceptedAt,
        amendedAt: pending.startTime,
        countryCode: pending.countryCode,
        buyerCommitQuantities: pending.buyerCommitQuantities,
      };

/**
 * Returns whether an offer renews the agreement. A replacement counts as a renewal, because it is a new offer
 * of the same product to the same buyer.
 */
const renews = (partner: string, spec: SandboxSpec): boolean =>
  spec.metaInfo.isRenewalOffer === true || isReplacement(partner, spec);

/** Plan id of an agreement without a plan. */
const firstPlan = 'standard';

const withPlan = (terms: JsonObject | undefined, planTerms: JsonObject | undefined) =>
  planTerms ? { ...terms, ...planTerms } : terms;

/** Returns the offer's terms with the quantities that the buyer chose. */
function withChosenQuantities(info: JsonObject, quantities: Record<string, number> | undefined): JsonObject {
  const commits = info.commits as { key?: string }[] | undefined;
  if (!commits || !quantities) return info;
  const quantityOf = (key: string | undefined) =>
    key !== undefined && Object.hasOwn(quantities, key) ? quantities[key] : undefined;
  return {
    ...info,
    commits: commits.map((commit) => {
      const quantity = quantityOf(commit.key);
      return quantity === undefined ? commit : { ...commit, quantity };
    }),
  };
}

/** Returns the number of seats of an offer that is priced per seat. */
function seatsIn(info: JsonObject): number | undefined {
  const commits = (info.commits ?? []) as { type?: string; quantity?: number; minimumUsers?: number }[];
  const commit = commits.find(({ type }) => type === 'PER_USER');
  return commit?.quantity || commit?.minimumUsers || undefined;
}

/** Price fields that the amount of an order overrides. */
const prices = ['commits', 'commitAmount', 'paymentInstallments'];

/** Derives the terms of an order from its public offer, for the ordered number of units. */
function orderedInfo({ order, quantity }: AgreementTerms): JsonObject | undefined {
  const listed = order?.listed;
  if (!listed) return undefined;
  if (order.amount !== undefined)
    return Object.fromEntries(Object.entries(listed).filter(([name]) => !prices.includes(name)));
  const commits = listed.commits as CommitEntry[] | undefined;
  return commits && quantity !== undefined ? { ...listed, commits: withQuantity(commits, quantity) } : listed;
}

type CommitEntry = { type?: string; rate?: number; quantity?: number };

/**
 * Applies the number of units to the commits per seat, or else to the only commit with a price if its
 * quantity is 1.
 */
function withQuantity(commits: readonly CommitEntry[], quantity: number): CommitEntry[] {
  const bySeat = commits.filter(({ type }) => type === 'PER_USER');
  const priced = commits.filter(({ rate }) => typeof rate === 'number');
  const only = priced.length === 1 && (priced[0]?.quantity || 1) === 1 ? priced : [];
  const counts = bySeat.length > 0 ? bySeat : only;
  return commits.map((commit) => (counts.includes(commit) ? { ...commit, quantity } : commit));
}

/** Derives the terms of an order with its own amount; undefined for an order without an amount. */
function orderedTerms(
  { amount, currency, isPlan }: NonNullable<AgreementTerms['order']>,
  info: JsonObject | undefined,
): JsonObject | undefined {
  if (isPlan && info) return withoutUndefined({ ...shownTerms(info), ...withoutUndefined({ currency }) });
  return amount === undefined && currency === undefined
    ? undefined
    : withoutUndefined({ commitAmount: amount, currency });
}

/** Derives the record of the ordered plan. */
const shownTerms = ({
  commits,
  dimensions,
  currency,
  eulaType,
  eulaUrl,
  paymentInstallments,
}: JsonObject): JsonObject =>
  withoutUndefined({ commits, dimensions, currency, eulaType, eulaUrl, paymentInstallments });

type WithoutUndefined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };
const withoutUndefined = <T extends object>(value: T): WithoutUndefined<T> =>
  Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as WithoutUndefined<T>;
