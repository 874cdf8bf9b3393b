import type { Operation, OptionalOperation } from '../connector.ts';

/** The streams into which the calls of an integration are grouped; health is recorded for each stream. */
export const streams = ['NOTIFICATIONS', 'OFFERS', 'AGREEMENTS', 'PRODUCTS', 'USAGE', 'REVENUE'] as const;
export type Stream = (typeof streams)[number];

type OperationTraits = { stream: Stream | undefined; optional: boolean };
type OperationTable = {
  readonly [Name in Operation]: Omit<OperationTraits, 'optional'> & {
    optional: Name extends OptionalOperation ? true : false;
  };
};

const always = <S extends Stream>(stream: S) => ({ stream, optional: false }) as const;
const optionalOperation = <S extends Stream | undefined>(stream: S) => ({ stream, optional: true }) as const;

/** Every operation of an adapter, with its stream and whether adapters may omit the operation. */
export const operations: OperationTable = {
  createOffer: always('OFFERS'),
  findOffer: optionalOperation('OFFERS'),
  readOffer: always('OFFERS'),
  readOfferByName: optionalOperation('OFFERS'),
  updateOffer: always('OFFERS'),
  extendOffer: always('OFFERS'),
  cancelOffer: always('OFFERS'),
  createOfferSet: optionalOperation('OFFERS'),
  findOfferSet: optionalOperation('OFFERS'),
  releaseOfferSet: optionalOperation('OFFERS'),
  readChange: optionalOperation('OFFERS'),
  listOffers: optionalOperation('OFFERS'),
  readAgreement: always('AGREEMENTS'),
  findAgreement: optionalOperation('AGREEMENTS'),
  listAgreements: optionalOperation('AGREEMENTS'),
  listAgreementsOf: optionalOperation('AGREEMENTS'),
  approveAgreement: always('AGREEMENTS'),
  cancelAgreement: always('AGREEMENTS'),
  withdrawCancellation: optionalOperation('AGREEMENTS'),
  rejectAgreement: optionalOperation('AGREEMENTS'),
  readRequest: optionalOperation('AGREEMENTS'),
  answerRequest: optionalOperation('AGREEMENTS'),
  changeQuantity: always('AGREEMENTS'),
  resolvePurchase: optionalOperation('AGREEMENTS'),
  createProduct: always('PRODUCTS'),
  findProduct: always('PRODUCTS'),
  updateProduct: always('PRODUCTS'),
  publishProduct: always('PRODUCTS'),
  readProduct: always('PRODUCTS'),
  listProducts: always('PRODUCTS'),
  reportUsage: optionalOperation('USAGE'),
  readUsage: optionalOperation('USAGE'),
  listUsage: optionalOperation('USAGE'),
  readRevenue: optionalOperation('REVENUE'),
  readInvoices: optionalOperation('REVENUE'),
  refund: optionalOperation('REVENUE'),
  verifyNotification: always('NOTIFICATIONS'),
  pullNotifications: optionalOperation('NOTIFICATIONS'),
  acknowledgeNotifications: optionalOperation('NOTIFICATIONS'),
  // The call concerns the whole integration and has no stream.
  verifyCredentials: optionalOperation(undefined),
  findDifferences: optionalOperation(undefined),
};
