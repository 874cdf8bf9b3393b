import type { ApiPart } from '../platform/openapi/api-description.ts';

/** The text and groups that the document of the API has for products. */
export const productDescription: ApiPart = {
  groups: {
    Product:
      'What is sold, and its listings on marketplaces. A product is drafted, published, and read again from its marketplace.',
  },
  parameters: {
    productId: 'The product',
  },
  identifiers: {
    product: 'prd',
  },
};
