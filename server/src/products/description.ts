import type { ApiPart } from '../platform/openapi/api-description.ts';

/** The description of products in the OpenAPI document. */
export const productDescription: ApiPart = {
  groups: {
    Product:
      'Products and their listings on marketplaces. A product is drafted, published, and synchronised with ' +
      'its marketplace.',
  },
  parameters: {
    productId: 'The product',
  },
  identifiers: {
    product: 'prd',
  },
};
