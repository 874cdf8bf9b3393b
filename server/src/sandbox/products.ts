import { type JsonObject, marketplacePartners, type ProductSpec } from '../marketplaces/index.ts';
import {
  lockSandboxProduct,
  openCatalogue,
  setProductSpec,
  showProduct,
} from '../marketplaces/sandbox/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { invalid } from '../platform/errors.ts';
import { mergePatch, withoutNulls } from '../platform/records/merge.ts';
import {
  findProduct,
  observeProduct,
  type ProductRow,
  priceFindings,
  productErrors,
} from '../products/index.ts';
import { requireTest } from './errors.ts';
import type { SandboxProductChange } from './records.ts';

/**
 * Changes list prices at the marketplace, as in the marketplace's console. The product has the new prices
 * after its synchronization.
 */
export async function changeListPrices(
  scope: OrgTransaction,
  productId: string,
  change: SandboxProductChange,
): Promise<ProductRow> {
  requireTest(scope);
  const findings = priceFindings(withoutNulls(change), '');
  if (findings.length > 0) throw invalid(findings);
  const product = await findProduct(scope, productId);
  if (!product) throw productErrors.product_not_found();
  const listing = product.external_id ? await lockSandboxProduct(scope, product.external_id) : undefined;
  if (!listing) throw productErrors.product_not_listed();
  const spec = JSON.parse(listing.spec) as ProductSpec;
  const { commits, dimensions } = change;
  const info = mergePatch(spec.info as JsonObject, { commits, dimensions }) as ProductSpec['info'];
  await setProductSpec(scope, listing.id, { ...spec, info });
  return product;
}

/** Adds the products of the sandbox's catalogue to an organization, on every marketplace. */
export async function addCatalogue(scope: OrgTransaction): Promise<void> {
  for (const partner of marketplacePartners)
    for (const listing of await openCatalogue(scope, partner))
      await observeProduct(scope, partner, showProduct(scope.organizationId, listing), true);
}
