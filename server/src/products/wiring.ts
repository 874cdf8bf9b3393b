import type { AdapterRegistry } from '../marketplaces/index.ts';
import type { AnyJobHandler } from '../platform/jobs/queue.ts';
import { createJobHandler, createRoute, saveDraftRoute } from './create.ts';
import { deleteRoute } from './delete.ts';
import { getProduct, listProductMeteringDimensions } from './get.ts';
import { importJobHandler, importRoute } from './import.ts';
import { listProducts, listProductsByPartner } from './list.ts';
import type { LandingAddress } from './listing-step.ts';
import { publishJobHandler, publishRoute } from './publish.ts';
import { synchronizeRoute } from './synchronize.ts';
import { updateFulfillmentUrlRoute, updateJobHandler, updateRoute } from './update.ts';
import { updateMetaInfoRoute } from './update-meta-info.ts';

export { productDescription } from './description.ts';
export { productPassages } from './passages.ts';

/** All kinds of jobs about listings at marketplaces. */
export const productJobs = (registry: AdapterRegistry, landingOf: LandingAddress): AnyJobHandler[] => [
  createJobHandler(registry, landingOf),
  publishJobHandler(registry, landingOf),
  updateJobHandler(registry, landingOf),
  importJobHandler(registry),
];

/** The operations on products, in the order of the specification. */
export const productRoutes = () => [
  listProducts,
  listProductsByPartner,
  getProduct,
  listProductMeteringDimensions,
  saveDraftRoute,
  createRoute,
  updateRoute,
  updateFulfillmentUrlRoute,
  updateMetaInfoRoute,
  publishRoute,
  deleteRoute,
  synchronizeRoute,
  importRoute,
];
