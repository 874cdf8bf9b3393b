import type { AgreementSnapshot } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';

/** The terms that buyer and seller agreed on by themselves. */
export type DirectTerms = Pick<AgreementSnapshot, 'externalBuyerId' | 'acceptedAt' | 'startTime'> &
  Partial<Pick<AgreementSnapshot, 'buyerName' | 'endTime' | 'buyerCommitQuantities'>>;

/** The agreement of a direct sale: there is no marketplace to show it, so what was agreed on is all of it. */
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
