import type { Route } from '../platform/http/route.ts';
import { type PictureDeps, pictureRoute } from './pictures.ts';

export { createBrands } from './brand.ts';
export { buyerPagesDescription } from './description.ts';
export { createPictureFetch } from './pictures.ts';

export type BuyerPagesDeps = PictureDeps;

/** Returns the routes of buyers' pages. */
export const buyerPagesRoutes = (deps: BuyerPagesDeps): Route[] => [pictureRoute(deps)];
