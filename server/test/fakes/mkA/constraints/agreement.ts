import { type Check, like, list, object, oneOf, whole, words } from './checks.ts';

/** Requests about agreements, as the service model bounds them; its patterns are about the whole text. */
const agreementId = like(1, 64, /^[A-Za-z0-9_/-]+$/);
const requestId = like(1, 64, /^acr-[a-zA-Z0-9]+$/);
const catalog = like(1, 64, /^[a-zA-Z0-9.-]+$/);
const reason = like(1, 2000);
const page = { maxResults: whole(1, 50), nextToken: like(0, 8192, /^[a-zA-Z0-9+/=_-]+$/) };

const filter = object(
  {},
  {
    name: like(1, 32, /^[A-Za-z_]+$/),
    values: list(1, 1, like(1, 256, /^[A-Za-z0-9.,+:/_-]+$/)),
  },
);

export const agreementRequests: Readonly<Record<string, Check>> = {
  SearchAgreements: object(
    {},
    {
      catalog,
      filters: list(1, 10, filter),
      sort: object({}, { sortBy: like(1, 255, /^[A-Za-z_]+$/), sortOrder: oneOf('ASCENDING', 'DESCENDING') }),
      ...page,
    },
  ),
  DescribeAgreement: object({ agreementId }),
  GetAgreementTerms: object({ agreementId }, page),
  GetAgreementEntitlements: object({ agreementId }, page),
  SendAgreementCancellationRequest: object(
    {
      agreementId,
      reasonCode: oneOf(
        ...words(`INCORRECT_TERMS_ACCEPTED REPLACING_AGREEMENT TEST_AGREEMENT OTHER
    ALTERNATIVE_PROCUREMENT_CHANNEL PRODUCT_DISCONTINUED UNINTENDED_RENEWAL
    BUYER_DISSATISFACTION`),
      ),
    },
    { clientToken: like(1, 64, /^[a-zA-Z0-9-]+$/), description: reason },
  ),
  GetAgreementCancellationRequest: object({ agreementId, agreementCancellationRequestId: requestId }),
  CancelAgreementCancellationRequest: object({
    agreementId,
    agreementCancellationRequestId: requestId,
    cancellationReason: reason,
  }),
  ListAgreementCancellationRequests: object(
    { partyType: like(1, 32, /^[A-Za-z]+$/) },
    {
      agreementId,
      status: oneOf('PENDING_APPROVAL', 'APPROVED', 'REJECTED', 'CANCELLED', 'VALIDATION_FAILED'),
      agreementType: like(1, 64, /^[A-Za-z]+$/),
      catalog,
      ...page,
    },
  ),
};
