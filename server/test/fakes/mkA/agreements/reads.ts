import type { Pages } from '../../http/pages.ts';
import { invalid, ServiceError } from '../errors.ts';
import { type Agreement, type Agreements, renewsByItself } from './agreements.ts';

const seconds = (ms: number | undefined) => (ms === undefined ? undefined : ms / 1000);

export const wrong = (reason: string, message: string) => invalid(400, message, { reason });

const missing = (id: string | undefined) =>
  new ServiceError('ResourceNotFoundException', 404, `There is no agreement ${id}.`, {
    resourceId: id,
    resourceType: 'AGREEMENT',
  });

/** Finds an agreement to which the caller is a party. */
export function requireParty(agreements: Agreements, id: string | undefined, account: string): Agreement {
  if (typeof id !== 'string' || !/^[\w-]{1,64}$/.test(id))
    throw wrong('INVALID_AGREEMENT_ID', 'agreementId is not valid.');
  const agreement = agreements.find(id);
  if (!agreement || ![agreement.proposer, agreement.acceptor].includes(account)) throw missing(id);
  return agreement;
}

/** Returns the behaviour at the end of an agreement, with the reason if the agreement does not renew. */
export function endTimeBehavior(agreement: Agreement) {
  if (agreement.endMs === undefined) return undefined;
  if (renewsByItself(agreement)) return { type: 'RENEW', renewalSummary: { offerId: agreement.offer.id } };
  const hasTerm = agreement.offer.terms.some(({ Type }) => Type === 'RenewalTerm');
  return { type: 'EXPIRE', reasonCode: hasTerm ? 'ACCEPTOR_RENEW_OPTED_OUT' : 'NO_RENEWAL_TERM' };
}

export const proposalSummary = ({ offer, productId, productKind }: Agreement) => ({
  offerId: offer.id,
  offerSetId: offer.offerSetId,
  resources: [{ id: productId, type: productKind }],
});

type AgreementQuery = { agreementId?: string; maxResults?: number; nextToken?: string };

/**
 * Creates the operations that read an agreement: DescribeAgreement, GetAgreementTerms,
 * GetAgreementEntitlements.
 */
export function createAgreementReads(agreements: Agreements, pages: Pages) {
  const page = (rows: readonly object[], { maxResults = 50, nextToken }: AgreementQuery) => {
    if (!Number.isInteger(maxResults) || maxResults < 1 || maxResults > 50)
      throw wrong('INVALID_MAX_RESULTS', 'maxResults must be between 1 and 50.');
    const found =
      nextToken === undefined ? pages.first(rows, maxResults) : pages.next<object>(nextToken, maxResults);
    if (!found) throw wrong('INVALID_NEXT_TOKEN', 'nextToken is not valid.');
    return found;
  };
  return {
    DescribeAgreement: ({ agreementId }: AgreementQuery, account: string) => {
      const agreement = requireParty(agreements, agreementId, account);
      return {
        agreementId: agreement.id,
        acceptor: { accountId: agreement.acceptor },
        proposer: { accountId: agreement.proposer },
        startTime: seconds(agreement.startMs),
        endTime: seconds(agreement.endMs),
        acceptanceTime: seconds(agreement.acceptedMs),
        agreementType: 'PurchaseAgreement',
        estimatedCharges: { agreementValue: agreement.value.amount, currencyCode: agreement.value.currency },
        proposalSummary: proposalSummary(agreement),
        status: agreement.status,
        initialAgreementId: agreement.initialAgreementId,
        endTimeBehavior: endTimeBehavior(agreement),
      };
    },
    GetAgreementTerms: (input: AgreementQuery, account: string) => {
      const { rows, next } = page(requireParty(agreements, input.agreementId, account).terms, input);
      return { acceptedTerms: rows, nextToken: next };
    },
    GetAgreementEntitlements: (input: AgreementQuery, account: string) => {
      const agreement = requireParty(agreements, input.agreementId, account);
      const { rows, next } = page(
        [
          {
            resource: { id: agreement.productId, type: agreement.productKind },
            type: 'LicensedEntitlement',
            status: agreement.license,
            statusReasonCode: reasonOf(agreement),
            licenseArn: agreement.licenseArn,
          },
        ],
        input,
      );
      return { agreementEntitlements: rows, nextToken: next };
    },
  };
}

const reasonOf = ({ license }: Agreement): string =>
  ({
    PENDING: 'PROVISIONING_IN_PROGRESS',
    SCHEDULED: 'FUTURE_START_DATE',
    PROVISIONED: 'AGREEMENT_ACTIVE',
    DEPROVISIONED: 'AGREEMENT_INACTIVE',
  })[license];
