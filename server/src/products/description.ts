import type { ApiPart } from '../platform/openapi/api-description.ts';

/** What the document of the API says of this part of it. */
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
