import type { WithId, WorkloadProduct } from '@tradepost/sdk';
import {
  createOrUpdateDraftProduct,
  createProduct,
  deleteProduct,
  importProducts,
  publishProduct,
  synchronizeProduct,
  updateProduct,
  updateProductFulfillmentUrl,
  updateProductMetaInfo,
} from '../../generated/products.ts';
import { sandboxChangeProduct } from '../../generated/sandbox.ts';
import { type Action, startOf } from '../../ui/operation/action.ts';

type Product = WithId<WorkloadProduct>;

const form = {
  fields: [
    'name',
    'partner',
    'productType',
    'fulfillmentUrl',
    'info/currency',
    'info/commits',
    'info/dimensions',
    'info/eulaType',
    'info/eulaUrl',
    'info/sellerNotes',
  ],
  labels: {
    partner: 'Marketplace',
    productType: 'Type',
    fulfillmentUrl: 'Fulfilment URL',
    'info/commits': 'Plans and prices',
    'info/dimensions': 'Metering dimensions',
    'info/eulaType': 'License agreement',
    'info/eulaUrl': 'Address of the license agreement',
  },
  rows: {
    'info/commits': ['name', 'key', 'rate', 'length', 'timeUnit', 'quantity'],
    'info/dimensions': ['name', 'key', 'rate', 'description'],
  },
  options: { partner: ['MKA', 'MKB', 'MKC', 'MKD', 'MKE', 'MKF', 'PAYA', 'PAYB'] },
};

/** All fields of the body, for an operation whose body the user does not enter. */
const allFields = (createProduct.fields ?? []).map(({ name }) => name);

const isOpen = ({ status }: Product): boolean => status === 'DRAFT' || status === 'CREATE_FAILED';
const isDirect = ({ partner }: Product): boolean => !partner || partner.startsWith('PAY');

export const listActions: readonly Action[] = [
  {
    operation: importProducts,
    label: 'Import listings',
    submit: 'Import',
    labels: { partner: 'Marketplace' },
    options: { partner: ['MKA', 'MKB', 'MKC', 'MKD', 'MKE', 'MKF'] },
    done: 'The import has started. The page Operations shows its result.',
  },
  {
    ...form,
    operation: createOrUpdateDraftProduct,
    label: 'New draft',
    submit: 'Save as draft',
    help: 'A draft is not sent to a marketplace until you submit it.',
    opens: 'record',
  },
  {
    ...form,
    operation: createProduct,
    label: 'New product',
    kind: 'primary',
    help: 'A product with a marketplace is created there as a listing. Without a marketplace, it is sold directly.',
    opens: 'record',
  },
];

export const recordActions: readonly Action<Product>[] = [
  {
    operation: createProduct,
    label: 'Submit',
    kind: 'primary',
    omit: allFields,
    preset: ({ id }) => ({ id }),
    question: ({ partner }) =>
      partner ? 'The product is created as a listing at the marketplace.' : 'The product is created.',
    isHidden: (product) => !isOpen(product),
  },
  {
    operation: publishProduct,
    label: 'Publish',
    kind: 'primary',
    omit: allFields,
    question: 'Buyers can see the product.',
    isHidden: ({ status }) => status !== 'CREATED' && status !== 'PUBLISH_FAILED' && status !== 'RESTRICTED',
  },
  { ...form, operation: updateProduct, label: 'Edit' },
  {
    operation: updateProductFulfillmentUrl,
    label: 'Fulfilment URL',
    submit: 'Save',
    labels: { fulfillmentUrl: 'Fulfilment URL' },
    isHidden: isOpen,
  },
  {
    operation: updateProductMetaInfo,
    label: 'Notes and links',
    fields: ['internalNote', 'crmAOpportunityId', 'crmBDealId', 'crmCOpportunityId', 'customMetaInfo'],
    start: ({ metaInfo = {} }) => ({ ...metaInfo }),
  },
  {
    operation: synchronizeProduct,
    label: 'Synchronize',
    done: 'The marketplace is being read.',
    isHidden: (product) => isDirect(product) || isOpen(product),
  },
  {
    operation: sandboxChangeProduct,
    label: 'Change list prices as marketplace',
    submit: 'Change',
    isTest: true,
    start: ({ info }) => startOf(sandboxChangeProduct, { ...info }),
    isHidden: (product) => isDirect(product) || isOpen(product),
  },
  {
    operation: deleteProduct,
    label: 'Delete',
    kind: 'danger',
    reason: ({ status }) =>
      status === 'PUBLIC'
        ? 'A public product cannot be deleted. Withdraw it at the marketplace first.'
        : undefined,
    question: 'The product disappears from all lists. The listing at a marketplace is not changed.',
    opens: 'list',
  },
];
