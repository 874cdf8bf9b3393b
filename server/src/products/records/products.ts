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
  fieldOf,
  idText,
  list,
  map,
  nameText,
  record,
  text,
  time,
  urlText,
} from '../../platform/records/fields.ts';
import { CommitDimension, MeteringDimension } from './dimensions.ts';
import { WorkloadMetaInfo } from './meta-info.ts';

export const EulaType = actedEnum('Kind of license agreement.', [
  'SCMP',
  'ECMP',
  'RCMP',
  'CUSTOM',
  'ISV',
  'CURRENT',
]);

export const ProductType = actedEnum('Type of a product.', [
  'UNKNOWN',
  'SUBSCRIPTION',
  'CONTRACT',
  'FLAT_RATE',
  'PER_USER',
  'USAGE_BASED',
  'PROFESSIONAL_SERVICES',
]);

/** Descriptions of the two fields for the product type. */
export const productTypeNote =
  'UNKNOWN if `soldAs` has the exact type; such a record can be sent back unchanged.';
export const soldAsNote = 'Exact product type, if `productType` has no published value for it.';

export const ProductInfo = record('ProductInfo', 'Prices, terms and listing of a product.', {
  attributes: map('Seller’s own attributes.'),
  commits: list(CommitDimension, 'Flat fees at list price.'),
  currency: currency('Currency of the prices.'),
  dimensions: list(MeteringDimension, 'Metered dimensions at list price.'),
  eulaType: fieldOf(EulaType, 'Kind of license agreement.'),
  eulaUrl: urlText('Address of the license agreement.'),
  mkAAmiProduct: fieldOf(MkAProduct, 'Listing of a machine image on marketplace A.'),
  mkAContainerProduct: fieldOf(MkAProduct, 'Listing of a container on marketplace A.'),
  mkAMachineLearningProduct: fieldOf(MkAProduct, 'Listing of a model on marketplace A.'),
  mkAProfessionalServicesProduct: fieldOf(MkAProduct, 'Listing of professional services on marketplace A.'),
  mkASaasProduct: fieldOf(MkAProduct, 'Listing of hosted software on marketplace A.'),
  mkASnsSubscriptions: list(MkASnsSubscription, 'Subscriptions to notifications of marketplace A.'),
  mkBProduct: fieldOf(MkBProduct, 'Listing on marketplace B, older format.'),
  mkBProductResource: fieldOf(MkBProductResource, 'Configuration on marketplace B.'),
  mkCProduct: fieldOf(MkCProduct, 'Listing on marketplace C.'),
  mkDProduct: fieldOf(MkDProduct, 'Listing on marketplace D.'),
  mkFProduct: fieldOf(MkFProduct, 'Listing on marketplace F.'),
  payAProduct: fieldOf(PayAProduct, 'Product of payment provider A.'),
  refundCancellationPolicy: text('Conditions for cancellations and refunds.'),
  sellerNotes: text('Notes of the seller, hidden from buyers.'),
});
export type ProductInfo = z.infer<typeof ProductInfo>;

export const ProductStatus = closedEnum('ProductStatus', 'Status of a product.', [
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
  'Product that is sold on a marketplace or directly.',
  {
    createdBy: idText('Member or client that created the product.'),
    creationTime: time('When the product was created.'),
    externalID: idText('Identifier on the marketplace.'),
    fulfillmentUrl: urlText('Page on which buyers sign up after a purchase.'),
    id: idText('Identifier.'),
    info: fieldOf(ProductInfo, 'Prices, terms and listing.'),
    lastUpdateTime: time('When the product last changed.'),
    lastUpdatedBy: idText('Member or client that last changed the product.'),
    metaInfo: fieldOf(WorkloadMetaInfo, 'Links, notes and outcomes of tasks.'),
    name: nameText('Name of the product.'),
    organizationID: idText('Organization that sells the product.'),
    partner: fieldOf(Partner, 'Marketplace or payment provider.'),
    partnerID: idText('Seller’s account at the partner.'),
    productType: fieldOf(ProductType, `Type of the product. ${productTypeNote}`),
    service: fieldOf(PartnerService, 'Service of the partner.'),
    soldAs: fieldOf(ProductType, soldAsNote),
    status: codeText('Status of the product.'),
  },
);
export type WorkloadProduct = z.infer<typeof WorkloadProduct>;

export const UpdateProductParams = record('UpdateProductParams', 'Sign-up page of a product.', {
  fulfillmentUrl: urlText('Page on which buyers sign up after a purchase; an empty text removes it.'),
  id: idText('Product; ignored in favor of the path.'),
  organizationID: idText('Organization; ignored in favor of the path.'),
});

export const ProductImport = record('ProductImport', 'Import of the products of one marketplace.', {
  partner: fieldOf(Partner, 'The marketplace, MKA to MKF.'),
});

export const ProductImportReceipt = record('ProductImportReceipt', 'A started import.', {
  operationID: idText('Identifier of the operation that reads the marketplace.'),
  partner: fieldOf(Partner, 'The marketplace.'),
});
