import {
  codeText,
  fieldOf,
  flag,
  givenTime,
  idText,
  integer,
  list,
  mailText,
  nameText,
  openEnum,
  record,
  text,
} from '../../platform/records/fields.ts';

export const IdentityRef = record('IdentityRef', 'Identifiers of a person or tenant on marketplace B.', {
  billingAccountId: idText('Billing account that pays.'),
  customerId: idText('Customer identifier.'),
  emailId: mailText('E-mail address.'),
  firstName: nameText('Given name.'),
  lastName: nameText('Family name.'),
  licenseType: codeText('Type of license held.'),
  objectId: idText('Identifier in the tenant’s directory.'),
  puid: idText('Portable identifier of the person.'),
  tenantId: idText('Tenant that the person belongs to.'),
});

export const Term = record('Term', 'Current term of a subscription.', {
  chargeDuration: codeText('Time between charges, as an ISO 8601 duration.'),
  endDate: givenTime('End of the term.'),
  startDate: givenTime('Start of the term.'),
  termUnit: codeText('Length of the term, as an ISO 8601 duration.'),
});

export const AudienceEntry = record('AudienceEntry', 'A tenant or subscription in an audience.', {
  description: text('Note on the entry.'),
  id: idText('Identifier of the tenant or subscription.'),
});

export const MkBSubscription = record('MkBSubscription', 'A subscription in marketplace B’s own format.', {
  allowedCustomerOperations: list(
    openEnum('An operation.', ['Read', 'Update', 'Delete']),
    'Operations that the customer may use on the subscription.',
  ),
  autoRenew: flag('Whether the subscription renews automatically.'),
  beneficiary: fieldOf(IdentityRef, 'User of the product.'),
  created: givenTime('Creation time.'),
  fulfillmentId: idText('Identifier of the fulfilment.'),
  id: idText('Identifier of the subscription.'),
  isFreeTrial: flag('Whether the subscription is a trial.'),
  isTest: flag('Whether the subscription is for testing only.'),
  lastModified: givenTime('Time of the last change.'),
  name: nameText('Name of the subscription.'),
  offerId: idText('Purchased offer of the marketplace.'),
  planId: idText('Purchased plan.'),
  publisherId: idText('Publisher of the offer.'),
  purchaser: fieldOf(IdentityRef, 'Party that pays.'),
  quantity: integer('Seats, for plans priced by seat.'),
  saasSubscriptionStatus: openEnum('State of the subscription on the marketplace.', [
    'NotStarted',
    'PendingFulfillmentStart',
    'Subscribed',
    'Suspended',
    'Unsubscribed',
  ]),
  sandboxType: openEnum('Type of test environment, if any.', ['None', 'Csp']),
  sessionId: idText('Session of the purchase.'),
  sessionMode: openEnum('Whether the purchase was a test.', ['None', 'DryRun']),
  storeFront: codeText('Storefront of the purchase.'),
  term: fieldOf(Term, 'Current term.'),
});

export const MkBValidation = record(
  'MkBValidation',
  'A validation message of marketplace B about a configuration.',
  {
    $schema: idText('Address of the schema of the message.'),
    code: openEnum('Code of the message.', [
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
    level: openEnum('Severity.', ['informational', 'warning']),
    message: text('Text of the message.'),
    resourceId: idText('Resource that the message is about.'),
  },
);
