import { type Check, like, list, object, oneOf, whole, words } from './checks.ts';

/** Constraints on agreement requests, from the service model. The model's patterns match the whole text. */
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

/** Checks a time in seconds since 1970, possibly with a fraction. */
const seconds: Check = (value, field) =>
  typeof value === 'number' && value >= 0 ? [] : [{ field, message: 'Must be a timestamp' }];
const invoiceId = like(1, 64, /^[a-zA-Z0-9_-]+$/);
const adjustmentId = like(1, 64, /^ba-[a-zA-Z0-9]+$/);
const currency = like(3, 3, /^[A-Z]{3}$/);
const adjustment = object(
  {
    agreementId,
    originalInvoiceId: invoiceId,
    adjustmentAmount: like(1, 64, /^-?\d+(\.\d+)?$/),
    currencyCode: currency,
    adjustmentReasonCode: oneOf(
      ...words(`ALTERNATIVE_PROCUREMENT_CHANNEL BUYER_DISSATISFACTION INCORRECT_METERING
    INCORRECT_TERMS_ACCEPTED OTHER TEST_ENVIRONMENT_CHARGES UNINTENDED_RENEWAL`),
    ),
    clientToken: like(1, 64, /^[a-zA-Z0-9-]+$/),
  },
  { description: reason },
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
  ListAgreementInvoiceLineItems: object(
    { agreementId, groupBy: oneOf('INVOICE_ID') },
    {
      invoiceId,
      invoiceType: oneOf('INVOICE', 'CREDIT_MEMO'),
      invoiceBillingPeriod: object({ month: whole(1, 12), year: whole(2000, 9999) }),
      beforeIssuedTime: seconds,
      afterIssuedTime: seconds,
      ...page,
    },
  ),
  BatchCreateBillingAdjustmentRequest: object({
    billingAdjustmentRequestEntries: list(1, 25, adjustment),
  }),
  GetBillingAdjustmentRequest: object({ agreementId, billingAdjustmentRequestId: adjustmentId }),
  ListBillingAdjustmentRequests: object(
    {},
    {
      agreementId,
      status: oneOf('PENDING', 'COMPLETED', 'VALIDATION_FAILED'),
      createdAfter: seconds,
      createdBefore: seconds,
      catalog,
      agreementType: like(1, 64, /^[A-Za-z]+$/),
      ...page,
    },
  ),
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
