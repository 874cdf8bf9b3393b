import { z } from 'zod';
import { Partner } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { invalid } from '../../platform/errors.ts';
import { route } from '../../platform/http/route.ts';
import { findProduct } from '../../products/index.ts';
import { type ListedKeys, offerForm } from './form.ts';
import { OfferFormStep } from './records.ts';

export const getOfferFormRoute = () =>
  route({
    method: 'GET',
    path: '/org/{orgId}/offer/form',
    operationId: 'getOfferForm',
    group: 'Offer',
    summary: 'Describe the form of a new offer',
    description:
      'Returns the fields of a new offer of a type at a partner, in steps, with labels, kinds and options. To find the ' +
      'field of a validateOffer finding, replace the numbers in its pointer by `*`; if that field does not exist, use the ' +
      'nearest parent. The form omits fields that the service or the marketplace sets, and fields for programs.',
    access: 'offers:read',
    query: z.object({
      partner: Partner.optional().meta({
        description: 'Partner of the offer; the partner of the product by default',
      }),
      offerType: z
        .string()
        .max(200)
        .optional()
        .meta({ description: 'Type of the offer', default: 'PRIVATE' }),
      productId: z.string().max(200).optional().meta({
        description: 'Product of the offer; the keys of its list prices are options',
      }),
    }),
    response: z.array(OfferFormStep),
    responseExample: [
      {
        name: 'time',
        label: 'Time',
        help: 'Acceptance deadline, and the term of the purchase.',
        fields: [
          {
            pointer: '/expireTime',
            label: 'Last moment of acceptance',
            help: 'Last moment of acceptance, not after `endTime`; null without a limit.',
            kind: 'time',
            required: false,
            options: [],
            unit: null,
            advanced: false,
          },
        ],
      },
    ],
    responseDescription: 'The steps, in display order',
    run: {
      kind: 'transaction',
      handle: async (scope, { query }) => ({ body: await readForm(scope, query) }),
    },
  });

/** Facts that determine the fields of the form; each is a field of the offer. */
type FormQuery = {
  partner?: string | undefined;
  offerType?: string | undefined;
  productId?: string | undefined;
};

/**
 * Returns the form of an offer. The partner defaults to that of the product.
 * @throws 400 for an unknown product
 */
async function readForm(
  scope: OrgTransaction,
  { partner, offerType, productId }: FormQuery,
): Promise<OfferFormStep[]> {
  const product = productId ? await findProduct(scope, productId) : undefined;
  if (productId && !product)
    throw invalid([{ pointer: 'productId', message: 'does not match a product in this organization' }]);
  return offerForm({
    partner: partner || (product?.partner ?? undefined),
    offerType: offerType?.toUpperCase() || 'PRIVATE',
    listed: product && listedKeys(JSON.parse(product.info)),
  });
}

type KeyedItem = { key?: string; name?: string };

const listedKeys = (info: { commits?: KeyedItem[]; dimensions?: KeyedItem[] }): ListedKeys => ({
  commits: optionsOf(info.commits),
  dimensions: optionsOf(info.dimensions),
});

const optionsOf = (items: readonly KeyedItem[] = []) =>
  items.flatMap(({ key, name }) => (key ? [{ value: key, label: name || key }] : []));
