import type { z } from 'zod';
import {
  MkAProduct,
  MkASnsSubscription,
  MkBProduct,
  MkBProductResource,
  MkCProduct,
  MkDProduct,
  MkFProduct,
  Partner,
  PartnerService,
  PayAProduct,
} from '../../marketplaces/records/index.ts';
import {
  actedEnum,
  closedEnum,
  codeText,
  currency,
  idText,
  list,
  map,
  nameText,
  of,
  record,
  text,
  time,
  urlText,
} from '../../platform/records/fields.ts';
import { CommitDimension, MeteringDimension } from './dimensions.ts';
import { WorkloadMetaInfo } from './meta-info.ts';

export const EulaType = actedEnum('Which license agreement holds.', [
  'SCMP',
  'ECMP',
  'RCMP',
  'CUSTOM',
  'ISV',
  'CURRENT',
]);

export const ProductType = actedEnum('How a product is sold.', [
  'UNKNOWN',
  'SUBSCRIPTION',
  'CONTRACT',
  'FLAT_RATE',
  'PER_USER',
  'USAGE_BASED',
  'PROFESSIONAL_SERVICES',
]);

export const ProductInfo = record('ProductInfo', 'Prices, terms and listing of a product.', {
  attributes: map('Attributes of the seller’s own.'),
  commits: list(CommitDimension, 'Flat fees at list price.'),
  currency: currency('Currency of the prices.'),
  dimensions: list(MeteringDimension, 'Metered dimensions at list price.'),
  eulaType: of(EulaType, 'Which license agreement holds.'),
  eulaUrl: urlText('Where the license agreement is.'),
  mkAAmiProduct: of(MkAProduct, 'Listing of a machine image on marketplace A.'),
  mkAContainerProduct: of(MkAProduct, 'Listing of a container on marketplace A.'),
  mkAMachineLearningProduct: of(MkAProduct, 'Listing of a model on marketplace A.'),
  mkAProfessionalServicesProduct: of(MkAProduct, 'Listing of a service by people on marketplace A.'),
  mkASaasProduct: of(MkAProduct, 'Listing of hosted software on marketplace A.'),
  mkASnsSubscriptions: list(MkASnsSubscription, 'Subscriptions to notifications of marketplace A.'),
  mkBProduct: of(MkBProduct, 'Listing on marketplace B, older form.'),
  mkBProductResource: of(MkBProductResource, 'Configuration on marketplace B.'),
  mkCProduct: of(MkCProduct, 'Listing on marketplace C.'),
  mkDProduct: of(MkDProduct, 'Listing on marketplace D.'),
  mkFProduct: of(MkFProduct, 'Listing on marketplace F.'),
  payAProduct: of(PayAProduct, 'Product of payment provider A.'),
  refundCancellationPolicy: text('When the buyer may cancel and is paid back.'),
  sellerNotes: text('Notes of the seller, hidden from buyers.'),
});
export type ProductInfo = z.infer<typeof ProductInfo>;

export const ProductStatus = closedEnum('ProductStatus', 'State of a product.', [
  'DRAFT',
  'PENDING_CREATE',
  'CREATE_FAILED',
  'CREATED',
  'PENDING_PUBLISH',
  'PUBLISH_FAILED',
  'PUBLIC',
  'RESTRICTED',
  'UNAVAILABLE',
  'DELETED',
]);
export type ProductStatus = z.infer<typeof ProductStatus>;

export const WorkloadProduct = record(
  'WorkloadProduct',
  'Something that is sold on a marketplace or directly.',
  {
    createdBy: idText('Who created it.'),
    creationTime: time('When it was created.'),
    externalID: idText('Identifier on the marketplace.'),
    fulfillmentUrl: urlText('Where buyers sign up after a purchase.'),
    id: idText('Identifier.'),
    info: of(ProductInfo, 'Prices, terms and listing.'),
    lastUpdateTime: time('When it last changed.'),
    lastUpdatedBy: idText('Who changed it last.'),
    metaInfo: of(WorkloadMetaInfo, 'Links, notes and outcomes of tasks.'),
    name: nameText('Name of the product.'),
    organizationID: idText('Organization that sells it.'),
    partner: of(Partner, 'Where it is sold.'),
    partnerID: idText('Seller’s account there.'),
    productType: of(ProductType, 'How it is sold.'),
    service: of(PartnerService, 'Service of the partner.'),
    status: codeText('State of the product.'),
  },
);
export type WorkloadProduct = z.infer<typeof WorkloadProduct>;
