import type { z } from 'zod';
import { Partner } from '../../marketplaces/records/index.ts';
import { of, record, text } from '../../platform/fields.ts';

export const UpdateProductParams = record('UpdateProductParams', 'Where buyers of a product sign up.', {
  fulfillmentUrl: text('Where buyers sign up after a purchase; the empty text takes it away.'),
  id: text('Ignored: the path names the product.'),
  organizationID: text('Ignored: the path names the organization.'),
});
export type UpdateProductParams = z.infer<typeof UpdateProductParams>;

export const ProductImport = record('ProductImport', 'Which marketplace to read.', {
  partner: of(Partner, 'The marketplace, MKA to MKF.'),
});
export type ProductImport = z.infer<typeof ProductImport>;

export const ProductImportReceipt = record('ProductImportReceipt', 'A reading that was begun.', {
  operationID: text('Identifier of the operation that reads the marketplace.'),
  partner: of(Partner, 'The marketplace.'),
});
export type ProductImportReceipt = z.infer<typeof ProductImportReceipt>;
