import {
  codeText,
  flag,
  givenTime,
  idText,
  list,
  mailText,
  nameText,
  of,
  openEnum,
  record,
  text,
  whole,
} from '../../platform/records/fields.ts';

export const IdentityRef = record('IdentityRef', 'A person or tenant as marketplace B knows it.', {
  billingAccountId: idText('Billing account that pays.'),
  customerId: idText('Customer identifier.'),
  emailId: mailText('E-mail address.'),
  firstName: nameText('Given name.'),
  lastName: nameText('Family name.'),
  licenseType: codeText('Kind of license held.'),
  objectId: idText('Identifier in the tenant’s directory.'),
  puid: idText('Portable identifier of the person.'),
  tenantId: idText('Tenant that the person belongs to.'),
});

export const Term = record('Term', 'The running term of a subscription.', {
  chargeDuration: codeText('Time between charges, as an ISO 8601 duration.'),
  endDate: givenTime('When the term ends.'),
  startDate: givenTime('When the term starts.'),
  termUnit: codeText('Length of the term, as an ISO 8601 duration.'),
});

export const AudienceEntry = record(
  'AudienceEntry',
  'One tenant or subscription that something is open to.',
  {
    description: text('Note on the entry.'),
    id: idText('Identifier of the tenant or subscription.'),
  },
);

export const MkBSubscription = record('MkBSubscription', 'A subscription as marketplace B shows it.', {
  allowedCustomerOperations: list(
    openEnum('An operation.', ['Read', 'Update', 'Delete']),
    'What the customer may do with the subscription.',
  ),
  autoRenew: flag('Whether it renews by itself.'),
  beneficiary: of(IdentityRef, 'Who uses the product.'),
  created: givenTime('When it was made.'),
  fulfillmentId: idText('Identifier of the fulfilment.'),
  id: idText('Identifier of the subscription.'),
  isFreeTrial: flag('Whether it is a trial.'),
  isTest: flag('Whether it is for testing only.'),
  lastModified: givenTime('When it last changed.'),
  name: nameText('Name of the subscription.'),
  offerId: idText('Marketplace offer that was bought.'),
  planId: idText('Plan that was bought.'),
  publisherId: idText('Publisher of the offer.'),
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
  sessionId: idText('Session in which it was bought.'),
  sessionMode: openEnum('Whether the purchase was a rehearsal.', ['None', 'DryRun']),
  storeFront: codeText('Shop through which it was bought.'),
  term: of(Term, 'The running term.'),
});

export const MkBValidation = record('MkBValidation', 'A remark of marketplace B on a configuration.', {
  $schema: idText('Address of the schema that the remark follows.'),
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
  resourceId: idText('Resource that it is about.'),
});
