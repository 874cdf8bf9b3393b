import {
  codeText,
  decimal,
  flag,
  free,
  givenTime,
  idText,
  longest,
  map,
  nameText,
  of,
  openEnum,
  record,
  text,
  texts,
  urlText,
  whole,
} from '../../platform/records/fields.ts';
import { TimeUnit } from './common.ts';

export const MkAAccountIdentifier = record('MkAAccountIdentifier', 'How marketplace A knows a buyer.', {
  mkAAccountID: idText('Account number on marketplace A.'),
  mkACustomerID: idText('Customer identifier that the marketplace gave to the seller.'),
  dataFeedAccountID: idText('Identifier of the account in the marketplace’s data feeds.'),
});

export const MkAChannelPartner = record('MkAChannelPartner', 'A reseller on marketplace A.', {
  id: idText('Account number of the reseller.'),
  name: nameText('Name of the reseller.'),
});

export const MkAAgreement = record('MkAAgreement', 'An agreement as marketplace A shows it.', {
  acceptanceTime: givenTime('When the buyer accepted.'),
  agreementId: idText('Identifier of the agreement.'),
  agreementType: codeText('Kind of agreement.'),
  buyerAccountId: idText('Account that accepted.'),
  endTime: givenTime('When the agreement ends.'),
  licenseArn: idText('License that the agreement granted.'),
  offerId: idText('Marketplace offer that was accepted.'),
  offerSetId: idText('Offer set that the offer belongs to.'),
  productId: idText('Marketplace product that was bought.'),
  productType: codeText('Kind of product.'),
  sellerAccountId: idText('Account that sells.'),
  startTime: givenTime('When the agreement starts.'),
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
  'The value of an entitlement, in the one member that fits.',
  {
    booleanValue: flag('A yes-or-no value.'),
    doubleValue: decimal('A decimal value.'),
    integerValue: whole('An integer value.'),
    stringValue: text('A text value.'),
  },
);

export const MkAEntitlement = record(
  'MkAEntitlement',
  'What marketplace A says a customer may use of one dimension.',
  {
    customerMkAAccountId: idText('Account number of the customer.'),
    customerIdentifier: idText('Customer identifier that the marketplace gave to the seller.'),
    dimension: codeText('Key of the dimension.'),
    expirationDate: givenTime('When the right ends.'),
    licenseArn: idText('License that grants the right.'),
    productCode: codeText('Product code on the marketplace.'),
    value: of(EntitlementValue, 'How much was bought.'),
  },
);

export const MkAProductDimension = record(
  'MkAProductDimension',
  'A priced dimension of a marketplace A product.',
  {
    Description: text('What is counted, for the buyer.'),
    Key: idText('API name of the dimension.'),
    Length: whole('Length of the contract that the rate is for.'),
    Name: nameText('Displayed name.'),
    Rate: decimal('Price of one unit.'),
    TimeUnit: of(TimeUnit, 'Unit of `Length`.'),
    Types: texts('What the dimension serves: metering, entitlement or both.', longest.code),
    Unit: codeText('Unit that is counted.'),
  },
);

export const MkASnsSubscription = record(
  'MkASnsSubscription',
  'A subscription to marketplace A’s notification topic.',
  {
    Endpoint: urlText('Where notifications go.'),
    Protocol: codeText('How they are delivered.'),
    Status: openEnum('Whether the subscription was confirmed.', [
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
  expirationDate: givenTime('Last moment of acceptance.'),
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
    acceptor: of(MkABusEventAccount, 'Party that accepted.'),
    agreement: free('Agreement that the event is about.'),
    catalog: codeText('Catalogue of the marketplace.'),
    eventCategory: codeText('Category of the event.'),
    eventID: idText('Identifier of the event.'),
    eventName: nameText('Name of the event.'),
    eventSource: codeText('Service that raised it.'),
    eventType: codeText('Type of the event.'),
    eventVersion: codeText('Version of the event’s format.'),
    license: free('License that the event is about.'),
    managementEvent: flag('Whether the event is about administration.'),
    manufacturer: of(MkABusEventAccount, 'Vendor of the product.'),
    offer: of(MkABusEventOffer, 'Offer that the event is about.'),
    product: of(MkABusEventProduct, 'Product that the event is about.'),
    proposer: of(MkABusEventAccount, 'Party that made the offer.'),
    requestID: idText('Request that caused the event.'),
    requestParameters: map('Parameters of that request.'),
    resaleAuthorization: free('Permission to resell that the event is about.'),
    responseElements: map('What that request answered.'),
    sellerOfRecord: of(MkABusEventAccount, 'Party that sells to the buyer.'),
    targetedBuyerAccountIds: texts('Accounts that the offer is addressed to.', longest.id),
  },
);
