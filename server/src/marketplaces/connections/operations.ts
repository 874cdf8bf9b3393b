import type { Operation, OptionalOperation } from '../connector.ts';

/** The streams into which the calls of an integration are grouped; health is recorded for each stream. */
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

/** Every operation of an adapter, with its stream and whether adapters may omit the operation. */
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
  withdrawCancellation: perhaps('AGREEMENTS'),
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
  readInvoices: perhaps('REVENUE'),
  refund: perhaps('REVENUE'),
  verifyNotification: always('NOTIFICATIONS'),
  pullNotifications: perhaps('NOTIFICATIONS'),
  acknowledgeNotifications: perhaps('NOTIFICATIONS'),
  // The call concerns the whole integration and has no stream.
  verifyCredentials: perhaps(undefined),
  findDifferences: perhaps(undefined),
};
