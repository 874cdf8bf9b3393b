import type { z } from 'zod';
import {
  decimal,
  flag,
  free,
  givenTime,
  map,
  of,
  openEnum,
  record,
  text,
  texts,
  whole,
} from '../../platform/fields.ts';
import { TimeUnit } from './common.ts';

export const MkAAccountIdentifier = record('MkAAccountIdentifier', 'How marketplace A knows a buyer.', {
  mkAAccountID: text('Account number on marketplace A.'),
  mkACustomerID: text('Customer identifier that the marketplace gave to the seller.'),
  dataFeedAccountID: text('Identifier of the account in the marketplace’s data feeds.'),
});
export type MkAAccountIdentifier = z.infer<typeof MkAAccountIdentifier>;

export const MkAChannelPartner = record('MkAChannelPartner', 'A reseller on marketplace A.', {
  id: text('Account number of the reseller.'),
  name: text('Name of the reseller.'),
});
export type MkAChannelPartner = z.infer<typeof MkAChannelPartner>;

export const MkAAgreement = record('MkAAgreement', 'An agreement as marketplace A shows it.', {
  acceptanceTime: givenTime('When the buyer accepted.'),
  agreementId: text('Identifier of the agreement.'),
  agreementType: text('Kind of agreement.'),
  buyerAccountId: text('Account that accepted.'),
  endTime: givenTime('When the agreement ends.'),
  licenseArn: text('License that the agreement granted.'),
  offerId: text('Marketplace offer that was accepted.'),
  offerSetId: text('Offer set that the offer belongs to.'),
  productId: text('Marketplace product that was bought.'),
  productType: text('Kind of product.'),
  sellerAccountId: text('Account that sells.'),
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
export type MkAAgreement = z.infer<typeof MkAAgreement>;

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
export type EntitlementValue = z.infer<typeof EntitlementValue>;

export const MkAEntitlement = record(
  'MkAEntitlement',
  'What marketplace A says a customer may use of one dimension.',
  {
    customerMkAAccountId: text('Account number of the customer.'),
    customerIdentifier: text('Customer identifier that the marketplace gave to the seller.'),
    dimension: text('Key of the dimension.'),
    expirationDate: givenTime('When the right ends.'),
    licenseArn: text('License that grants the right.'),
    productCode: text('Product code on the marketplace.'),
    value: of(EntitlementValue, 'How much was bought.'),
  },
);
export type MkAEntitlement = z.infer<typeof MkAEntitlement>;

export const MkAProductDimension = record(
  'MkAProductDimension',
  'A priced dimension of a marketplace A product.',
  {
    Description: text('What is counted, for the buyer.'),
    Key: text('API name of the dimension.'),
    Length: whole('Length of the contract that the rate is for.'),
    Name: text('Displayed name.'),
    Rate: decimal('Price of one unit.'),
    TimeUnit: of(TimeUnit, 'Unit of `Length`.'),
    Types: texts('What the dimension serves: metering, entitlement or both.'),
    Unit: text('Unit that is counted.'),
  },
);
export type MkAProductDimension = z.infer<typeof MkAProductDimension>;

export const MkASnsSubscription = record(
  'MkASnsSubscription',
  'A subscription to marketplace A’s notification topic.',
  {
    Endpoint: text('Where notifications go.'),
    Protocol: text('How they are delivered.'),
    Status: openEnum('Whether the subscription was confirmed.', [
      'UNKNOWN',
      'CONFIRMED',
      'PENDING_CONFIRMATION',
    ]),
    SubscriptionArn: text('Resource name of the subscription.'),
    TopicArn: text('Resource name of the topic.'),
  },
);
export type MkASnsSubscription = z.infer<typeof MkASnsSubscription>;

export const MkABusEventAccount = record(
  'MkABusEventAccount',
  'A party named in an event of marketplace A.',
  {
    accountId: text('Account number.'),
    name: text('Name of the party.'),
  },
);
export type MkABusEventAccount = z.infer<typeof MkABusEventAccount>;

export const MkABusEventOffer = record('MkABusEventOffer', 'The offer named in an event of marketplace A.', {
  arn: text('Resource name.'),
  expirationDate: givenTime('Last moment of acceptance.'),
  id: text('Identifier of the offer.'),
  name: text('Name of the offer.'),
});
export type MkABusEventOffer = z.infer<typeof MkABusEventOffer>;

export const MkABusEventProduct = record(
  'MkABusEventProduct',
  'The product named in an event of marketplace A.',
  {
    arn: text('Resource name.'),
    id: text('Identifier of the product.'),
    title: text('Title of the product.'),
  },
);
export type MkABusEventProduct = z.infer<typeof MkABusEventProduct>;

export const MkABusEventDetail = record(
  'MkABusEventDetail',
  'The body of an event that marketplace A sent.',
  {
    acceptor: of(MkABusEventAccount, 'Party that accepted.'),
    agreement: free('Agreement that the event is about.'),
    catalog: text('Catalogue of the marketplace.'),
    eventCategory: text('Category of the event.'),
    eventID: text('Identifier of the event.'),
    eventName: text('Name of the event.'),
    eventSource: text('Service that raised it.'),
    eventType: text('Type of the event.'),
    eventVersion: text('Version of the event’s format.'),
    license: free('License that the event is about.'),
    managementEvent: flag('Whether the event is about administration.'),
    manufacturer: of(MkABusEventAccount, 'Vendor of the product.'),
    offer: of(MkABusEventOffer, 'Offer that the event is about.'),
    product: of(MkABusEventProduct, 'Product that the event is about.'),
    proposer: of(MkABusEventAccount, 'Party that made the offer.'),
    requestID: text('Request that caused the event.'),
    requestParameters: map('Parameters of that request.'),
    resaleAuthorization: free('Permission to resell that the event is about.'),
    responseElements: map('What that request answered.'),
    sellerOfRecord: of(MkABusEventAccount, 'Party that sells to the buyer.'),
    targetedBuyerAccountIds: texts('Accounts that the offer is addressed to.'),
  },
);
export type MkABusEventDetail = z.infer<typeof MkABusEventDetail>;
