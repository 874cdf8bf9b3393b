import type {
  AcceptedTerm,
  AgreementEntitlement,
  AgreementViewSummary,
  DescribeAgreementOutput,
} from '@aws-sdk/client-marketplace-agreement';
import type { Entitlement } from '@aws-sdk/client-marketplace-entitlement-service';
import type { AgreementSnapshot, CancellationRequest } from '../../snapshots.ts';
import type { JsonObject } from '../../specifications.ts';
import { withoutUndefined } from '../shown/prices.ts';
import { quantitiesOf, termsOf } from './terms.ts';

/** Data about an agreement from which its snapshot is created. */
export type AgreementFacts = {
  /** Entry of the agreement in the marketplace's list, if found. */
  summary: AgreementViewSummary | undefined;
  described: DescribeAgreementOutput | undefined;
  /** Agreements of the same chain, including this one; empty for a single agreement. */
  chain: readonly AgreementViewSummary[];
  terms: readonly AcceptedTerm[] | undefined;
  grants: readonly AgreementEntitlement[];
  entitlements: readonly Entitlement[];
  /** The seller's latest cancellation request. */
  cancellationRequest: CancellationRequest | undefined;
  now: Date;
};

/** Agreements without an end have the year 9999 at the marketplace. */
const endless = Date.parse('9000-01-01T00:00:00Z');
const iso = (at: Date | undefined): string | undefined => at?.toISOString();

/** Converts an agreement to a snapshot. */
export function showAgreement(id: string, facts: AgreementFacts): AgreementSnapshot {
  const { summary, described, terms, now } = facts;
  const seen = { ...summary, ...described };
  const { acceptor, proposalSummary, status = 'ACTIVE' } = seen;
  const [resource] = proposalSummary?.resources ?? [];
  const startTime = seen.startTime ?? seen.acceptanceTime ?? now;
  const isEndless = !seen.endTime || seen.endTime.getTime() > endless;
  const license = licenseOf(facts);
  return {
    externalId: id,
    revision: summary?.lastUpdateTime?.getTime(),
    succeeds: predecessorOf(id, facts),
    followed: followed.has(status) ? true : undefined,
    status: statusOf(status, startTime, facts),
    externalStatus: status,
    needsApproval: false,
    offerKey: undefined,
    externalOfferId: proposalSummary?.offerId,
    productId: undefined,
    externalProductId: resource?.id,
    externalBuyerId: acceptor?.accountId ?? '',
    buyerName: undefined,
    acceptedAt: (seen.acceptanceTime ?? startTime).toISOString(),
    startTime: startTime.toISOString(),
    endTime: isEndless ? undefined : iso(seen.endTime),
    buyerCommitQuantities: terms && quantitiesOf(terms),
    quantity: terms && onlyQuantity(terms),
    autoRenew: renewsItself(facts),
    terms: terms && termsOf(terms),
    mirror: mirrorOf(id, facts, license, isEndless),
    externalLicenseId: license,
    billingAccountId: undefined,
    cancellationRequest: facts.cancellationRequest,
  };
}

const followed = new Set(['RENEWED', 'REPLACED', 'SUPERSEDED']);

function statusOf(word: string, startTime: Date, { cancellationRequest, now }: AgreementFacts) {
  // A renewed or replaced agreement has a successor; its snapshot stays active until its end.
  if (word !== 'ACTIVE') return followed.has(word) ? 'ACTIVE' : 'CANCELLED';
  if (startTime > now) return 'PENDING_START';
  return cancellationRequest?.status === 'PENDING_APPROVAL' ? 'PENDING_CANCEL' : 'ACTIVE';
}

/**
 * Finds the predecessor in the chain: the latest renewed or replaced agreement that began before this
 * agreement.
 */
function predecessorOf(
  id: string,
  { chain, described }: Pick<AgreementFacts, 'chain' | 'described'>,
): AgreementSnapshot['succeeds'] {
  const first = described?.initialAgreementId;
  const placeOf = ({ agreementId, startTime, acceptanceTime, status }: AgreementViewSummary) => [
    agreementId === first ? 0 : 1,
    startTime?.getTime() ?? 0,
    acceptanceTime?.getTime() ?? 0,
    // If two agreements have the same start, the agreement with a successor comes first.
    followed.has(status ?? '') ? 0 : 1,
  ];
  const inOrder = [...chain].sort((one, other) => compare(placeOf(one), placeOf(other)));
  const at = inOrder.findIndex(({ agreementId }) => agreementId === id);
  const before = at > 0 ? inOrder[at - 1] : undefined;
  if (!before?.agreementId) return undefined;
  const renewal = before.status === 'RENEWED' || before.endTimeBehaviorType === 'RENEW';
  return { externalId: before.agreementId, renewal };
}

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at < 0 ? 0 : (one[at] as number) - (other[at] as number);
}

/** The snapshot has a quantity only if the agreement has a single quantity. */
function onlyQuantity(terms: readonly AcceptedTerm[]): number | undefined {
  const counted = Object.values(quantitiesOf(terms) ?? {});
  const granted = terms.flatMap((term) => term.fixedUpfrontPricingTerm?.grants ?? []);
  const all = [...counted, ...granted.flatMap(({ maxQuantity }) => maxQuantity ?? [])];
  return all.length === 1 ? all[0] : undefined;
}

function renewsItself({ terms = [], described }: AgreementFacts): boolean | undefined {
  const type = described?.endTimeBehavior?.type;
  if (type) return type === 'RENEW';
  const renewal = terms.find((term) => term.renewalTerm)?.renewalTerm;
  return renewal ? (renewal.configuration?.enableAutoRenew ?? false) : undefined;
}

const licenseOf = ({ summary, grants, entitlements }: AgreementFacts): string | undefined =>
  [
    ...grants.map(({ licenseArn }) => licenseArn),
    ...(summary?.entitlements ?? []).map(({ licenseArn }) => licenseArn),
    ...entitlements.map(({ LicenseArn }) => LicenseArn),
  ].find((arn) => arn !== undefined);

function mirrorOf(
  id: string,
  { summary, described, entitlements }: AgreementFacts,
  license: string | undefined,
  isEndless: boolean,
): JsonObject {
  const seen = { ...summary, ...described };
  const [resource] = seen.proposalSummary?.resources ?? [];
  return withoutUndefined({
    mkAAgreement: withoutUndefined({
      acceptanceTime: iso(seen.acceptanceTime),
      agreementId: id,
      agreementType: seen.agreementType,
      buyerAccountId: seen.acceptor?.accountId,
      endTime: isEndless ? undefined : iso(seen.endTime),
      licenseArn: license,
      offerId: seen.proposalSummary?.offerId,
      // The marketplace's id of the offer set; all ids in this record are marketplace ids.
      offerSetId: seen.proposalSummary?.offerSetId,
      productId: resource?.id,
      productType: resource?.type,
      sellerAccountId: seen.proposer?.accountId,
      startTime: iso(seen.startTime),
      status: seen.status,
    }),
    mkAEntitlements: entitlements.length > 0 ? entitlements.map(entitlementOf) : undefined,
    mkALicenseArn: license,
  });
}

const entitlementOf = (shown: Entitlement): JsonObject =>
  withoutUndefined({
    customerMkAAccountId: shown.CustomerAWSAccountId,
    customerIdentifier: shown.CustomerIdentifier,
    dimension: shown.Dimension,
    expirationDate: iso(shown.ExpirationDate),
    licenseArn: shown.LicenseArn,
    productCode: shown.ProductCode,
    value: shown.Value
      ? withoutUndefined({
          booleanValue: shown.Value.BooleanValue,
          doubleValue: shown.Value.DoubleValue,
          integerValue: shown.Value.IntegerValue,
          stringValue: shown.Value.StringValue,
        })
      : undefined,
  });
