import {
  codeText,
  decimal,
  fieldOf,
  flag,
  freeForm,
  givenTime,
  idText,
  integer,
  longest,
  map,
  nameText,
  openEnum,
  record,
  text,
  texts,
  urlText,
} from '../../platform/records/fields.ts';
import { TimeUnit } from './common.ts';

export const MkAAccountIdentifier = record(
  'MkAAccountIdentifier',
  'Identifiers of a buyer on marketplace A.',
  {
    mkAAccountID: idText('Account number on marketplace A.'),
    mkACustomerID: idText('Customer identifier that the marketplace assigned.'),
    dataFeedAccountID: idText('Identifier of the account in the marketplace’s data feeds.'),
  },
);

export const MkAChannelPartner = record('MkAChannelPartner', 'A reseller on marketplace A.', {
  id: idText('Account number of the reseller.'),
  name: nameText('Name of the reseller.'),
});

export const MkAAgreement = record('MkAAgreement', 'An agreement in marketplace A’s own format.', {
  acceptanceTime: givenTime('Time at which the buyer accepted.'),
  agreementId: idText('Identifier of the agreement.'),
  agreementType: codeText('Type of agreement.'),
  buyerAccountId: idText('Account that accepted.'),
  endTime: givenTime('End of the agreement.'),
  licenseArn: idText('License that the agreement granted.'),
  offerId: idText('Accepted offer of the marketplace.'),
  offerSetId: idText('Offer set that the offer belongs to.'),
  productId: idText('Purchased product of the marketplace.'),
  productType: codeText('Type of product.'),
  sellerAccountId: idText('Account of the seller.'),
  startTime: givenTime('Start of the agreement.'),
  status: openEnum('State of the agreement on the marketplace.', [
    'ACTIVE',
    'ARCHIVED',
    'CANCELLED',
    'EXPIRED',
    'RENEWED',
    'REPLACED',
    'ROLLED_BACK',
    'SUPERSEDED',
    'TERMINATED',
  ]),
});

export const EntitlementValue = record(
  'EntitlementValue',
  'Value of an entitlement, in the field of the matching type.',
  {
    booleanValue: flag('A Boolean value.'),
    doubleValue: decimal('A decimal value.'),
    integerValue: integer('An integer value.'),
    stringValue: text('A text value.'),
  },
);

export const MkAEntitlement = record(
  'MkAEntitlement',
  'Quantity of a dimension that a customer may use, from marketplace A.',
  {
    customerMkAAccountId: idText('Account number of the customer.'),
    customerIdentifier: idText('Customer identifier that the marketplace assigned.'),
    dimension: codeText('Key of the dimension.'),
    expirationDate: givenTime('Time at which the entitlement expires.'),
    licenseArn: idText('License that grants the entitlement.'),
    productCode: codeText('Product code on the marketplace.'),
    value: fieldOf(EntitlementValue, 'Purchased quantity.'),
  },
);

export const MkAProductDimension = record(
  'MkAProductDimension',
  'A priced dimension of a marketplace A product.',
  {
    Description: text('Description of the dimension for the buyer.'),
    Key: idText('API name of the dimension.'),
    Length: integer('Length of the contract that the rate is for.'),
    Name: nameText('Displayed name.'),
    Rate: decimal('Price of one unit.'),
    TimeUnit: fieldOf(TimeUnit, 'Unit of `Length`.'),
    Types: texts('Purpose of the dimension: metering, entitlement or both.', longest.code),
    Unit: codeText('Unit that is counted.'),
  },
);

export const MkASnsSubscription = record(
  'MkASnsSubscription',
  'A subscription to marketplace A’s notification topic.',
  {
    Endpoint: urlText('Address that receives notifications.'),
    Protocol: codeText('Delivery protocol.'),
    Status: openEnum('Confirmation status of the subscription.', [
      'UNKNOWN',
      'CONFIRMED',
      'PENDING_CONFIRMATION',
    ]),
    SubscriptionArn: idText('Resource name of the subscription.'),
    TopicArn: idText('Resource name of the topic.'),
  },
);

export const MkABusEventAccount = record(
  'MkABusEventAccount',
  'A party named in an event of marketplace A.',
  {
    accountId: idText('Account number.'),
    name: nameText('Name of the party.'),
  },
);

export const MkABusEventOffer = record('MkABusEventOffer', 'The offer named in an event of marketplace A.', {
  arn: idText('Resource name.'),
  expirationDate: givenTime('Deadline for acceptance.'),
  id: idText('Identifier of the offer.'),
  name: nameText('Name of the offer.'),
});

export const MkABusEventProduct = record(
  'MkABusEventProduct',
  'The product named in an event of marketplace A.',
  {
    arn: idText('Resource name.'),
    id: idText('Identifier of the product.'),
    title: text('Title of the product.'),
  },
);

export const MkABusEventDetail = record(
  'MkABusEventDetail',
  'The body of an event that marketplace A sent.',
  {
    acceptor: fieldOf(MkABusEventAccount, 'Party that accepted.'),
    agreement: freeForm('Agreement that the event is about.'),
    catalog: codeText('Catalogue of the marketplace.'),
    eventCategory: codeText('Category of the event.'),
    eventID: idText('Identifier of the event.'),
    eventName: nameText('Name of the event.'),
    eventSource: codeText('Service that raised the event.'),
    eventType: codeText('Type of the event.'),
    eventVersion: codeText('Version of the event’s format.'),
    license: freeForm('License that the event is about.'),
    managementEvent: flag('Whether the event is a management event.'),
    manufacturer: fieldOf(MkABusEventAccount, 'Vendor of the product.'),
    offer: fieldOf(MkABusEventOffer, 'Offer that the event is about.'),
    product: fieldOf(MkABusEventProduct, 'Product that the event is about.'),
    proposer: fieldOf(MkABusEventAccount, 'Party that made the offer.'),
    requestID: idText('Request that caused the event.'),
    requestParameters: map('Parameters of that request.'),
    resaleAuthorization: freeForm('Resale authorization that the event is about.'),
    responseElements: map('Response to that request.'),
    sellerOfRecord: fieldOf(MkABusEventAccount, 'Party that sells to the buyer.'),
    targetedBuyerAccountIds: texts('Accounts that the offer targets.', longest.id),
  },
);
