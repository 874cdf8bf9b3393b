import type { OrgTransaction } from '../../platform/access/scope.ts';
import { invalid } from '../../platform/errors.ts';
import { findProduct } from '../../products/index.ts';
import type { OfferFormStep } from '../form-records.ts';
import { type ListedKeys, offerForm } from './form.ts';

/** What the form is for; all of it is what the offer would say. */
export type FormQuery = {
  partner?: string | undefined;
  offerType?: string | undefined;
  productId?: string | undefined;
};

/** Answers the form of an offer; the partner is the product’s where none is named. @throws 400 for no such product */
export async function readForm(
  scope: OrgTransaction,
  { partner, offerType, productId }: FormQuery,
): Promise<OfferFormStep[]> {
  const product = productId ? await findProduct(scope, productId) : undefined;
  if (productId && !product)
    throw invalid([{ pointer: 'productId', message: 'names no product of the organization' }]);
  return offerForm({
    partner: partner || (product?.partner ?? undefined),
    offerType: offerType?.toUpperCase() || 'PRIVATE',
    listed: product && listedKeys(JSON.parse(product.info)),
  });
}

type Listed = { key?: string; name?: string };

const listedKeys = (info: { commits?: Listed[]; dimensions?: Listed[] }): ListedKeys => ({
  commits: optionsOf(info.commits),
  dimensions: optionsOf(info.dimensions),
});

const optionsOf = (items: readonly Listed[] = []) =>
  items.flatMap(({ key, name }) => (key ? [{ value: key, label: name || key }] : []));
