import { IdentityBuyer, IdentityContact } from './buyers/records.ts';
import {
  askJobHandler,
  cancelJobHandler,
  entitlementRoutes,
  observeJobHandler,
  priceModelJobHandler,
  startJobHandler,
} from './entitlements/index.ts';
import { WorkloadEntitlement, WorkloadEntitlementTerm } from './entitlements/records.ts';
import { type AdapterRegistry, type InboundDoor, inboundRoutes } from './marketplaces/index.ts';
import { sandboxJobHandlers } from './marketplaces/sandbox/index.ts';
import { createJobHandler, offerRoutes } from './offers/index.ts';
import { WorkloadOffer } from './offers/records.ts';
import { configurationRoutes, organizationRoutes, tokenRoutes } from './organizations/index.ts';
import { OrganizationRow } from './organizations/records.ts';
import type { Vault } from './platform/encryption.ts';
import type { AnyJobHandler } from './platform/queue.ts';
import type { Route } from './platform/route.ts';
import { type SystemRouteDeps, systemRoutes } from './platform/system-routes.ts';
import { WorkloadMetaInfo, WorkloadProduct } from './products/records/index.ts';
import { sandboxPages, sandboxRoutes } from './sandbox/index.ts';

export type ApiDeps = Parameters<typeof tokenRoutes>[0] & {
  door: InboundDoor;
  registry: AdapterRegistry;
  defaultSender: string;
  vault: Vault;
  system: SystemRouteDeps;
};

/** The whole API, a line for each slice. */
export const apiRoutes = (deps: ApiDeps): Route[] => {
  const routes: Route[] = [
    ...tokenRoutes(deps),
    ...organizationRoutes(),
    ...configurationRoutes({
      vault: deps.vault,
      defaultSender: deps.defaultSender,
      entityRecords,
      crmLinks: WorkloadMetaInfo,
    }),
    ...offerRoutes(),
    ...entitlementRoutes(deps),
    ...sandboxRoutes(),
    ...sandboxPages(),
    ...inboundRoutes(deps.door),
  ];
  return [...routes, ...systemRoutes(deps.system, routes)];
};

/** What notifications can be about, and the record that it is. */
const entityRecords = {
  PRODUCT: WorkloadProduct,
  OFFER: WorkloadOffer,
  ENTITLEMENT: WorkloadEntitlement,
  ENTITLEMENT_TERM: WorkloadEntitlementTerm,
  BUYER: IdentityBuyer,
  CONTACT: IdentityContact,
  ORGANIZATION: OrganizationRow,
};

/** Every kind of job. */
export const apiJobs = (
  deps: { registry: AdapterRegistry } & Parameters<typeof sandboxJobHandlers>[0],
): AnyJobHandler[] => [
  createJobHandler(deps.registry),
  observeJobHandler(deps.registry),
  startJobHandler,
  askJobHandler(deps.registry),
  cancelJobHandler,
  priceModelJobHandler,
  ...sandboxJobHandlers(deps),
];
