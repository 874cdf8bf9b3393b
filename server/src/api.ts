import { randomBytes } from 'node:crypto';
import { auditingRoutes } from './auditing/index.ts';
import { type AuthenticationDeps, authenticationRoutes } from './authentication/index.ts';
import { addonTemplate, billingRoutes } from './billing/index.ts';
import { buyerRoutes, contactRoutes, createBuyerPages } from './buyers/index.ts';
import { IdentityBuyer, IdentityContact } from './buyers/records.ts';
import {
  askJobHandler,
  cancelJobHandler,
  entitlementReferences,
  entitlementRoutes,
  hasLiveEntitlements,
  observeJobHandler,
  priceModelJobHandler,
  startJobHandler,
} from './entitlements/index.ts';
import { WorkloadEntitlement, WorkloadEntitlementTerm } from './entitlements/records.ts';
import { type AdapterRegistry, type InboundDoor, inboundRoutes } from './marketplaces/index.ts';
import { sandboxJobHandlers } from './marketplaces/sandbox/index.ts';
import {
  cancelOfferJobHandler,
  contactLinkRoutes,
  createJobHandler,
  expireJobHandler,
  expireSetJobHandler,
  followSetJobHandler,
  offerQuota,
  offerReferences,
  offerRoutes,
  offerSetRoutes,
  syncJobHandler,
  updateOfferJobHandler,
} from './offers/index.ts';
import { WorkloadOffer } from './offers/records.ts';
import { operationRoutes } from './operations/index.ts';
import {
  type ClientRouteDeps,
  clientRoutes,
  configurationRoutes,
  integrationRoutes,
  memberRoutes,
  organizationQuotas,
  organizationRoutes,
  quotaRoutes,
  roleRoutes,
} from './organizations/index.ts';
import { OrganizationRow } from './organizations/records.ts';
import type { NewId } from './platform/ids.ts';
import type { AnyJobHandler } from './platform/queue.ts';
import type { QuotaDefinition } from './platform/quotas.ts';
import type { Route } from './platform/route.ts';
import { type SystemRouteDeps, systemRoutes } from './platform/system-routes.ts';
import {
  createProductJobHandler,
  importJobHandler,
  productRoutes,
  publishJobHandler,
  updateJobHandler,
} from './products/index.ts';
import { WorkloadMetaInfo, WorkloadProduct } from './products/records/index.ts';
import { sandboxPages, sandboxRoutes } from './sandbox/index.ts';

export type ApiDeps = AuthenticationDeps &
  ClientRouteDeps & {
    door: InboundDoor;
    registry: AdapterRegistry;
    defaultSender: string;
    newId: NewId;
    system: SystemRouteDeps;
  };

/** The whole API, a line for each slice. */
export const apiRoutes = (deps: ApiDeps): Route[] => {
  const buyerDeps = {
    pages: createBuyerPages({ vault: deps.vault, baseUrl: () => deps.addresses.baseUrl() }),
    references: [offerReferences, entitlementReferences],
  };
  const routes: Route[] = [
    ...authenticationRoutes(deps),
    ...organizationRoutes({ newId: deps.newId, hasLiveEntitlements }),
    ...memberRoutes({ newId: deps.newId, randomBytes, baseUrl: () => deps.addresses.baseUrl() }),
    ...roleRoutes(),
    ...configurationRoutes({
      vault: deps.vault,
      defaultSender: deps.defaultSender,
      entityRecords,
      crmLinks: WorkloadMetaInfo,
    }),
    ...auditingRoutes(),
    ...operationRoutes(),
    ...productRoutes(),
    ...buyerRoutes(buyerDeps),
    ...contactRoutes(buyerDeps),
    ...contactLinkRoutes(),
    ...clientRoutes(deps),
    ...integrationRoutes(deps),
    ...quotaRoutes(apiQuotas),
    ...offerRoutes({ registry: deps.registry }),
    ...offerSetRoutes(),
    ...entitlementRoutes({ registry: deps.registry, addonTemplate }),
    ...billingRoutes(),
    ...sandboxRoutes(),
    ...sandboxPages(),
    ...inboundRoutes(deps.door),
  ];
  return [...routes, ...systemRoutes(deps.system, routes)];
};

/** Every quota; `organization_quota` in the database has their maxima. */
export const apiQuotas: readonly QuotaDefinition[] = [...organizationQuotas, offerQuota];

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
  createProductJobHandler(deps.registry),
  publishJobHandler(deps.registry),
  updateJobHandler(deps.registry),
  importJobHandler(deps.registry),
  createJobHandler(deps.registry),
  updateOfferJobHandler(deps.registry),
  cancelOfferJobHandler(deps.registry),
  syncJobHandler(deps.registry),
  expireJobHandler,
  followSetJobHandler,
  expireSetJobHandler,
  observeJobHandler(deps.registry),
  startJobHandler,
  askJobHandler(deps.registry),
  cancelJobHandler,
  priceModelJobHandler,
  ...sandboxJobHandlers(deps),
];
