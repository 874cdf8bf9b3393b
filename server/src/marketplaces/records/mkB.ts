import type { z } from 'zod';
import { flag, givenTime, list, of, openEnum, record, text, whole } from '../../platform/fields.ts';

export const IdentityRef = record('IdentityRef', 'A person or tenant as marketplace B knows it.', {
  billingAccountId: text('Billing account that pays.'),
  customerId: text('Customer identifier.'),
  emailId: text('E-mail address.'),
  firstName: text('Given name.'),
  lastName: text('Family name.'),
  licenseType: text('Kind of license held.'),
  objectId: text('Identifier in the tenant’s directory.'),
  puid: text('Portable identifier of the person.'),
  tenantId: text('Tenant that the person belongs to.'),
});
export type IdentityRef = z.infer<typeof IdentityRef>;

export const Term = record('Term', 'The running term of a subscription.', {
  chargeDuration: text('Time between charges, as an ISO 8601 duration.'),
  endDate: givenTime('When the term ends.'),
  startDate: givenTime('When the term starts.'),
  termUnit: text('Length of the term, as an ISO 8601 duration.'),
});
export type Term = z.infer<typeof Term>;

export const AudienceEntry = record(
  'AudienceEntry',
  'One tenant or subscription that something is open to.',
  {
    description: text('Note on the entry.'),
    id: text('Identifier of the tenant or subscription.'),
  },
);
export type AudienceEntry = z.infer<typeof AudienceEntry>;

export const MkBSubscription = record('MkBSubscription', 'A subscription as marketplace B shows it.', {
  allowedCustomerOperations: list(
    openEnum('An operation.', ['Read', 'Update', 'Delete']),
    'What the customer may do with the subscription.',
  ),
  autoRenew: flag('Whether it renews by itself.'),
  beneficiary: of(IdentityRef, 'Who uses the product.'),
  created: givenTime('When it was made.'),
  fulfillmentId: text('Identifier of the fulfilment.'),
  id: text('Identifier of the subscription.'),
  isFreeTrial: flag('Whether it is a trial.'),
  isTest: flag('Whether it is for testing only.'),
  lastModified: givenTime('When it last changed.'),
  name: text('Name of the subscription.'),
  offerId: text('Marketplace offer that was bought.'),
  planId: text('Plan that was bought.'),
  publisherId: text('Publisher of the offer.'),
  purchaser: of(IdentityRef, 'Who pays.'),
  quantity: whole('Seats, for plans priced by seat.'),
  saasSubscriptionStatus: openEnum('State of the subscription on the marketplace.', [
    'NotStarted',
    'PendingFulfillmentStart',
    'Subscribed',
    'Suspended',
    'Unsubscribed',
  ]),
  sandboxType: openEnum('Kind of test environment, if any.', ['None', 'Csp']),
  sessionId: text('Session in which it was bought.'),
  sessionMode: openEnum('Whether the purchase was a rehearsal.', ['None', 'DryRun']),
  storeFront: text('Shop through which it was bought.'),
  term: of(Term, 'The running term.'),
});
export type MkBSubscription = z.infer<typeof MkBSubscription>;

export const MkBValidation = record('MkBValidation', 'A remark of marketplace B on a configuration.', {
  $schema: text('Address of the schema that the remark follows.'),
  code: openEnum('What is wrong.', [
    'businessValidationError',
    'collectionLimitExceeded',
    'invalidId',
    'invalidEntityStatus',
    'invalidRequest',
    'invalidResource',
    'invalidState',
    'notDeployed',
    'notSupported',
    'operationCanceled',
    'productLocked',
    'resourceNotFound',
    'schemaValidationError',
  ]),
  level: openEnum('How serious it is.', ['informational', 'warning']),
  message: text('The remark in words.'),
  resourceId: text('Resource that it is about.'),
});
export type MkBValidation = z.infer<typeof MkBValidation>;
