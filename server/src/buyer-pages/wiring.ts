import { createBuyerPages } from '../buyers/index.ts';
import { createEntitlementPages } from '../entitlements/index.ts';
import { createFindInOrganization } from '../platform/access/scope.ts';
import type { Database } from '../platform/database/database.ts';
import type { Route } from '../platform/http/route.ts';
import type { Vault } from '../platform/secrets/encryption.ts';
import { createBrands } from './brand.ts';
import { type BuyerPageDeps, buyerPageRoute } from './buyer-page.ts';
import { entitlementPageRoute } from './entitlement-page.ts';
import { type InvoicePageDeps, invoicePageRoutes } from './invoice-page.ts';
import { type PictureDeps, pictureRoute } from './pictures.ts';
import { type SignupPageDeps, signupPageRoutes } from './signup-page.ts';
import { signupPreviewRoute } from './signup-preview.ts';

export { buyerPagesDescription } from './description.ts';
export { createPictureFetch } from './pictures.ts';

/** Creates the links to pages, and the brands of the sellers. */
export const createPages = (deps: { vault: Vault; baseUrl: () => string; now: () => Date }) => ({
  brands: createBrands(deps),
  buyers: createBuyerPages(deps),
  entitlements: createEntitlementPages(deps),
});

export type BuyerPagesDeps = PictureDeps &
  Omit<BuyerPageDeps & InvoicePageDeps, 'find'> &
  SignupPageDeps & { database: Database };

/** Returns the routes of buyers' pages. */
export const buyerPagesRoutes = ({ database, ...deps }: BuyerPagesDeps): Route[] => {
  const pages = { ...deps, find: createFindInOrganization(database) };
  return [
    pictureRoute(deps),
    entitlementPageRoute(pages),
    buyerPageRoute(pages),
    ...invoicePageRoutes(pages),
    ...signupPageRoutes(deps),
    signupPreviewRoute(deps),
  ];
};
