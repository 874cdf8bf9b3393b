import { Partner } from '../../marketplaces/records/index.ts';
import { idText, of, record, urlText } from '../../platform/records/fields.ts';

export const UpdateProductParams = record('UpdateProductParams', 'Where buyers of a product sign up.', {
  fulfillmentUrl: urlText('Where buyers sign up after a purchase; the empty text takes it away.'),
  id: idText('Ignored: the path names the product.'),
  organizationID: idText('Ignored: the path names the organization.'),
});

export const ProductImport = record('ProductImport', 'Which marketplace to read.', {
  partner: of(Partner, 'The marketplace, MKA to MKF.'),
});

export const ProductImportReceipt = record('ProductImportReceipt', 'A reading that was begun.', {
  operationID: idText('Identifier of the operation that reads the marketplace.'),
  partner: of(Partner, 'The marketplace.'),
});
