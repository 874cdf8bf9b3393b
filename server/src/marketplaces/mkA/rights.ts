import type { CredentialsCheck } from '../credentials.ts';
import { MarketplaceError } from '../errors.ts';
import { type Calls, rates } from './calls.ts';
import { Catalog } from './catalog.ts';
import { isMissingRight, noneIfRefused } from './errors.ts';

/** A permission of the role, and the features that need the permission. */
type Right = {
  /** Action in the permission policy, without the service's prefix. */
  action: string;
  features: string;
  /** Calls the action in a way that has no effect. */
  attempt: (call: Calls['call']) => Promise<unknown>;
};

/** Placeholder id without a match at the marketplace, so that a call with this id has no effect. */
const nothing = 'verification';

const catalogRights: readonly Right[] = [
  {
    action: 'DescribeEntity',
    features: 'offers and listings',
    attempt: (call) =>
      call(
        'catalog',
        (client, { DescribeEntityCommand }) =>
          client.send(new DescribeEntityCommand({ Catalog, EntityId: nothing })),
        { rate: rates.describeEntity },
      ),
  },
  {
    action: 'BatchDescribeEntities',
    features: 'imports and comparisons',
    attempt: (call) =>
      call(
        'catalog',
        (client, { BatchDescribeEntitiesCommand }) =>
          client.send(
            new BatchDescribeEntitiesCommand({ EntityRequestList: [{ Catalog, EntityId: nothing }] }),
          ),
        { rate: rates.describeEntity },
      ),
  },
  {
    action: 'DescribeChangeSet',
    features: 'creating and changing offers',
    attempt: (call) =>
      call(
        'catalog',
        (client, { DescribeChangeSetCommand }) =>
          client.send(new DescribeChangeSetCommand({ Catalog, ChangeSetId: nothing })),
        { rate: rates.describeChangeSet },
      ),
  },
  {
    action: 'ListChangeSets',
    features: 'finding offers after a lost response',
    attempt: (call) =>
      call(
        'catalog',
        (client, { ListChangeSetsCommand }) =>
          client.send(new ListChangeSetsCommand({ Catalog, MaxResults: 1 })),
        { rate: rates.listChangeSets },
      ),
  },
];

const agreementId = nothing;

const agreementRights: readonly Right[] = [
  {
    action: 'DescribeAgreement',
    features: 'entitlements',
    attempt: (call) =>
      call('agreement', (client, { DescribeAgreementCommand }) =>
        client.send(new DescribeAgreementCommand({ agreementId })),
      ),
  },
  {
    action: 'GetAgreementTerms',
    features: 'prices and terms of entitlements',
    attempt: (call) =>
      call('agreement', (client, { GetAgreementTermsCommand }) =>
        client.send(new GetAgreementTermsCommand({ agreementId })),
      ),
  },
  {
    action: 'GetAgreementEntitlements',
    features: 'licenses of entitlements',
    attempt: (call) =>
      call('agreement', (client, { GetAgreementEntitlementsCommand }) =>
        client.send(new GetAgreementEntitlementsCommand({ agreementId })),
      ),
  },
];

const agreementCancellationRequestId = `acr-${nothing}`;

const cancellationRights: readonly Right[] = [
  {
    action: 'ListAgreementCancellationRequests',
    features: 'entitlements and their cancellation requests',
    attempt: (call) =>
      call('agreement', (client, { ListAgreementCancellationRequestsCommand }) =>
        client.send(
          new ListAgreementCancellationRequestsCommand({
            partyType: 'Proposer',
            catalog: Catalog,
            agreementId,
          }),
        ),
      ),
  },
  {
    action: 'GetAgreementCancellationRequest',
    features: 'the explanation of a rejected cancellation request',
    attempt: (call) =>
      call('agreement', (client, { GetAgreementCancellationRequestCommand }) =>
        client.send(
          new GetAgreementCancellationRequestCommand({ agreementId, agreementCancellationRequestId }),
        ),
      ),
  },
  {
    action: 'SendAgreementCancellationRequest',
    features: 'cancelling an entitlement',
    attempt: (call) =>
      call(
        'agreement',
        (client, { SendAgreementCancellationRequestCommand }) =>
          client.send(
            new SendAgreementCancellationRequestCommand({
              agreementId,
              reasonCode: 'OTHER',
              clientToken: nothing,
            }),
          ),
        { rate: rates.cancellationRequest },
      ),
  },
  {
    action: 'CancelAgreementCancellationRequest',
    features: 'withdrawing a cancellation request',
    attempt: (call) =>
      call(
        'agreement',
        (client, { CancelAgreementCancellationRequestCommand }) =>
          client.send(
            new CancelAgreementCancellationRequestCommand({
              agreementId,
              agreementCancellationRequestId,
              cancellationReason: nothing,
            }),
          ),
        { rate: rates.cancellationRequest },
      ),
  },
];

const moneyRights: readonly Right[] = [
  {
    action: 'ListAgreementInvoiceLineItems',
    features: 'revenue and refunds',
    attempt: (call) =>
      call(
        'agreement',
        (client, { ListAgreementInvoiceLineItemsCommand }) =>
          client.send(new ListAgreementInvoiceLineItemsCommand({ agreementId, groupBy: 'INVOICE_ID' })),
        { rate: rates.listInvoices },
      ),
  },
  {
    action: 'BatchCreateBillingAdjustmentRequest',
    features: 'refunds',
    attempt: (call) =>
      call(
        'agreement',
        (client, { BatchCreateBillingAdjustmentRequestCommand }) =>
          client.send(
            new BatchCreateBillingAdjustmentRequestCommand({
              billingAdjustmentRequestEntries: [
                {
                  agreementId,
                  originalInvoiceId: nothing,
                  adjustmentAmount: '1',
                  currencyCode: 'USD',
                  adjustmentReasonCode: 'OTHER',
                  clientToken: nothing,
                },
              ],
            }),
          ),
        { rate: rates.refund },
      ),
  },
  {
    action: 'GetBillingAdjustmentRequest',
    features: 'the outcome of refunds',
    attempt: (call) =>
      call(
        'agreement',
        (client, { GetBillingAdjustmentRequestCommand }) =>
          client.send(
            new GetBillingAdjustmentRequestCommand({
              agreementId,
              billingAdjustmentRequestId: `ba-${nothing}`,
            }),
          ),
        { rate: rates.readRefund },
      ),
  },
];

/** The permissions that can be tested without an effect. */
export const rights: readonly Right[] = [
  ...catalogRights,
  ...agreementRights,
  ...cancellationRights,
  ...moneyRights,
];

/**
 * Tests a permission. Any error other than a denial proves that the permission exists. A throttled call is
 * inconclusive; the next verification tests again.
 */
export async function checkRight(
  { action, features, attempt }: Right,
  { call }: Pick<Calls, 'call'>,
): Promise<CredentialsCheck[]> {
  const name = `${action.slice(0, 1).toLowerCase()}${action.slice(1)}`;
  try {
    await attempt(call);
  } catch (error) {
    if (isMissingRight(error)) return [{ name, passed: false, message: wordsOf(action, features) }];
    if (error instanceof MarketplaceError && error.kind === 'throttled') return [];
    noneIfRefused(error);
  }
  return [{ name, passed: true }];
}

const wordsOf = (action: string, features: string): string =>
  `The role lacks the right ${action}, which these features need: ${features}. Copy the current permissionPolicy of the setup to the role.`;
