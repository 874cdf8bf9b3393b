import type { AgreementSnapshot } from '../snapshots.ts';
import type { JsonObject } from '../specifications.ts';
import type { AgreementTerms, SandboxAgreement } from './agreement-store.ts';
import { isReplacement } from './bases.ts';
import { agreementMirror } from './mirrors/index.ts';
import type { SandboxAgreementState } from './states.ts';
import type { SandboxOffer, SandboxSpec } from './store.ts';

const agreementStatus = (state: SandboxAgreementState): AgreementSnapshot['status'] =>
  state === 'PENDING_APPROVAL' ? 'PENDING_START' : state;

/** Makes what the marketplace shows of an agreement when it is read. */
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
  const offerInfo = spec ? chosen(spec.info, terms.buyerCommitQuantities) : orderedInfo(terms);
  const quantity = terms.quantity ?? (offerInfo && seatsIn(offerInfo));
  const shown = agreementMirror({
    organizationId,
    id: agreement.id,
    partner: agreement.partner,
    state: agreement.state,
    externalProductId,
    ...defined({
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
  };
}

/** Shows what waits for the seller's approval as what the buyer accepted, on the agreement as it is. */
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

/** One in the place of another is a new offer of the same to the same buyer: it renews what there is. */
const renews = (partner: string, spec: SandboxSpec): boolean =>
  spec.metaInfo.isRenewalOffer === true || isReplacement(partner, spec);

/** The plan of an agreement that names none. */
const firstPlan = 'standard';

const withPlan = (terms: JsonObject | undefined, planTerms: JsonObject | undefined) =>
  planTerms ? { ...terms, ...planTerms } : terms;

/** The offer's terms as the buyer took them: with the quantities that were left to the buyer. */
function chosen(info: JsonObject, quantities: Record<string, number> | undefined): JsonObject {
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

/** The seats of an offer that sells by seat. */
function seatsIn(info: JsonObject): number | undefined {
  const commits = (info.commits ?? []) as { type?: string; quantity?: number; minimumUsers?: number }[];
  const commit = commits.find(({ type }) => type === 'PER_USER');
  return commit?.quantity || commit?.minimumUsers || undefined;
}

/** Prices that do not hold where an order says what it costs. */
const prices = ['commits', 'commitAmount', 'paymentInstallments'];

/** Makes what a public offer says of an order, for as many units as were ordered. */
function orderedInfo({ order, quantity }: AgreementTerms): JsonObject | undefined {
  const listed = order?.listed;
  if (!listed) return undefined;
  if (order.amount !== undefined)
    return Object.fromEntries(Object.entries(listed).filter(([name]) => !prices.includes(name)));
  const commits = listed.commits as Counted[] | undefined;
  return commits && quantity !== undefined ? { ...listed, commits: counted(commits, quantity) } : listed;
}

type Counted = { type?: string; rate?: number; quantity?: number };

/** The commits by seat count the units; where there are none, the only one that has a price, if it is for one. */
function counted(commits: readonly Counted[], quantity: number): Counted[] {
  const bySeat = commits.filter(({ type }) => type === 'PER_USER');
  const priced = commits.filter(({ rate }) => typeof rate === 'number');
  const only = priced.length === 1 && (priced[0]?.quantity || 1) === 1 ? priced : [];
  const counts = bySeat.length > 0 ? bySeat : only;
  return commits.map((commit) => (counts.includes(commit) ? { ...commit, quantity } : commit));
}

/** Makes what was ordered and for how much; nothing where the order left it to the public offer. */
function orderedTerms(
  { amount, currency, isPlan }: NonNullable<AgreementTerms['order']>,
  info: JsonObject | undefined,
): JsonObject | undefined {
  if (isPlan && info) return defined({ ...shownTerms(info), ...defined({ currency }) });
  return amount === undefined && currency === undefined
    ? undefined
    : defined({ commitAmount: amount, currency });
}

/** Makes what a marketplace shows of the plan that was ordered. */
const shownTerms = ({
  commits,
  dimensions,
  currency,
  eulaType,
  eulaUrl,
  paymentInstallments,
}: JsonObject): JsonObject =>
  defined({ commits, dimensions, currency, eulaType, eulaUrl, paymentInstallments });

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };
const defined = <T extends object>(value: T): Defined<T> =>
  Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as Defined<T>;
