import type { Route } from '../platform/http/route.ts';
import { type PictureDeps, pictureRoute } from './pictures.ts';
import { type SignupPageDeps, signupPageRoutes } from './signup-page.ts';
import { signupPreviewRoute } from './signup-preview.ts';

export { createBrands } from './brand.ts';
export { buyerPagesDescription } from './description.ts';
export { createPictureFetch } from './pictures.ts';

export type BuyerPagesDeps = PictureDeps & SignupPageDeps;

/** Returns the routes of buyers' pages. */
export const buyerPagesRoutes = (deps: BuyerPagesDeps): Route[] => [
  pictureRoute(deps),
  ...signupPageRoutes(deps),
  signupPreviewRoute(deps),
];
