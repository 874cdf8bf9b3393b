import type { Operation, OptionalOperation } from '../connector.ts';

/** What the calls of an integration are about: each kind fares by itself. */
export const streams = ['NOTIFICATIONS', 'OFFERS', 'AGREEMENTS', 'PRODUCTS', 'USAGE', 'REVENUE'] as const;
export type Stream = (typeof streams)[number];

type About = { stream: Stream | undefined; optional: boolean };
type Abouts = {
  readonly [Name in Operation]: Omit<About, 'optional'> & {
    optional: Name extends OptionalOperation ? true : false;
  };
};

const always = <S extends Stream>(stream: S) => ({ stream, optional: false }) as const;
const perhaps = <S extends Stream | undefined>(stream: S) => ({ stream, optional: true }) as const;

/** Every operation of an adapter: what it is about, and whether an adapter may lack it. */
export const operations: Abouts = {
  createOffer: always('OFFERS'),
  findOffer: perhaps('OFFERS'),
  readOffer: always('OFFERS'),
  readOfferByName: perhaps('OFFERS'),
  updateOffer: always('OFFERS'),
  extendOffer: always('OFFERS'),
  cancelOffer: always('OFFERS'),
  createOfferSet: perhaps('OFFERS'),
  findOfferSet: perhaps('OFFERS'),
  releaseOfferSet: perhaps('OFFERS'),
  readChange: perhaps('OFFERS'),
  listOffers: perhaps('OFFERS'),
  readAgreement: always('AGREEMENTS'),
  findAgreement: perhaps('AGREEMENTS'),
  listAgreements: perhaps('AGREEMENTS'),
  approveAgreement: always('AGREEMENTS'),
  cancelAgreement: always('AGREEMENTS'),
  changeQuantity: always('AGREEMENTS'),
  resolvePurchase: perhaps('AGREEMENTS'),
  createProduct: always('PRODUCTS'),
  findProduct: always('PRODUCTS'),
  updateProduct: always('PRODUCTS'),
  publishProduct: always('PRODUCTS'),
  readProduct: always('PRODUCTS'),
  listProducts: always('PRODUCTS'),
  reportUsage: perhaps('USAGE'),
  readUsage: perhaps('USAGE'),
  readRevenue: perhaps('REVENUE'),
  verifyNotification: always('NOTIFICATIONS'),
  pullNotifications: perhaps('NOTIFICATIONS'),
  acknowledgeNotifications: perhaps('NOTIFICATIONS'),
  // It is about the integration itself.
  verifyCredentials: perhaps(undefined),
  findDifferences: perhaps(undefined),
};
