import { randomBytes } from 'node:crypto';
import { auditingRoutes, thinHeads } from './auditing/index.ts';
import {
  type AuthenticationDeps,
  authenticationRoutes,
  createPersonPages,
  sweepAuthentication,
} from './authentication/index.ts';
import { addonTemplate, billingRoutes } from './billing/index.ts';
import {
  buyerAddresses,
  buyerPagePath,
  buyerRoutes,
  contactAddresses,
  contactRoutes,
  createBuyerPages,
} from './buyers/index.ts';
import { apiDescription, entityRecords } from './description.ts';
import {
  entitlementJobs,
  entitlementReferences,
  entitlementRoutes,
  entitlementSchedules,
  findAgreement,
  hasLiveEntitlements,
  hasSold,
} from './entitlements/index.ts';
import { discardJobHandler, type FileDeps, fileQuota, fileRoutes, publicFileRoutes } from './files/index.ts';
import { type AdapterRegistry, type InboundDoor, inboundRoutes } from './marketplaces/index.ts';
import {
  createSandboxOfferLinks,
  endAgreementJobHandler,
  sandboxJobHandlers,
  unansweredJobHandler,
} from './marketplaces/sandbox/index.ts';
import {
  type Channel,
  createMailChannel,
  deliveryRoutes,
  type EndpointDeps,
  endpointRoutes,
  type FeedWatch,
  notificationRoutes,
  type PeopleDeps,
  type Pixels,
  replayJobHandler,
  type Schedule,
  scheduleJobHandler,
  sweepNotifications,
  type TemplateThreads,
  webhookChannel,
} from './notifications/index.ts';
import {
  contactLinkRoutes,
  type DocumentDeps,
  type OfferRouteDeps,
  offerJobs,
  offerQuota,
  offerReferences,
  offerRoutes,
  offerSchedules,
  recordMailOpened,
  sweepOffers,
} from './offers/index.ts';
import { operationRoutes } from './operations/index.ts';
import {
  type ClientRouteDeps,
  clientRoutes,
  configurationRoutes,
  findPeople,
  integrationRoutes,
  memberRoutes,
  organizationName,
  organizationQuotas,
  organizationRoutes,
  quotaRoutes,
  readNotificationConfig,
  roleRoutes,
} from './organizations/index.ts';
import type { QuotaDefinition } from './platform/access/quotas.ts';
import type { InOrganization } from './platform/access/scope.ts';
import type { Statement } from './platform/database/statement.ts';
import type { Route } from './platform/http/route.ts';
import type { NewId } from './platform/ids.ts';
import type { AnyJobHandler } from './platform/jobs/queue.ts';
import { type SystemRouteDeps, systemRoutes } from './platform/system/routes.ts';
import {
  createProductJobHandler,
  importJobHandler,
  normalizeCrmId,
  productRoutes,
  publishJobHandler,
  updateJobHandler,
} from './products/index.ts';
import { clockJobHandler, type FlushEvents, sandboxPages, sandboxRoutes } from './sandbox/index.ts';

export type ApiDeps = AuthenticationDeps &
  ClientRouteDeps &
  EndpointDeps & {
    door: InboundDoor;
    registry: AdapterRegistry;
    defaultSender: string;
    documents: OfferRouteDeps['documents'];
    files: FileDeps;
    inOrganization: InOrganization;
    newId: NewId;
    pixels: Pixels;
    feedWatch: FeedWatch;
    previews: TemplateThreads;
    wake: () => void;
    system: SystemRouteDeps;
  };

/** What links are made of, and signed with. */
const linkDeps = ({ vault, addresses }: ApiDeps) => ({ vault, baseUrl: () => addresses.baseUrl() });

/** Links to buyers' pages are given out once the pages are among the routes. */
const buyerDepsOf = (deps: ApiDeps, routes: () => readonly Route[]) => ({
  pages: createBuyerPages({
    ...linkDeps(deps),
    isServed: () => routes().some(({ path }) => path === buyerPagePath),
  }),
  references: [offerReferences, entitlementReferences],
});

/** The whole API, a line for each slice. */
export const apiRoutes = (deps: ApiDeps): Route[] => {
  const buyerDeps = buyerDepsOf(deps, () => routes);
  const routes: Route[] = [
    ...authenticationRoutes(deps),
    ...organizationRoutes({
      newId: deps.newId,
      sold: { anything: hasSold, live: hasLiveEntitlements },
    }),
    ...memberRoutes({ ...deps, ...linkDeps(deps), randomBytes, people: createPersonPages(deps) }),
    ...roleRoutes(),
    ...configurationRoutes({
      vault: deps.vault,
      allowInsecureIssuer: deps.allowInsecureIssuer,
      defaultSender: deps.defaultSender,
      previews: deps.previews,
      entityRecords,
    }),
    ...auditingRoutes(),
    ...notificationRoutes({
      inOrganization: deps.inOrganization,
      pixels: deps.pixels,
      wake: deps.wake,
      feedWatch: deps.feedWatch,
      previews: deps.previews,
      people,
      readConfig: readNotificationConfig,
      onOpened: (scope, { id }) => recordMailOpened(scope, id),
    }),
    ...endpointRoutes(deps),
    ...deliveryRoutes(),
    ...operationRoutes(normalizeCrmId),
    ...fileRoutes(deps.files),
    ...publicFileRoutes({ ...deps.files, inOrganization: deps.inOrganization, now: deps.now }),
    ...productRoutes(),
    ...buyerRoutes(buyerDeps),
    ...contactRoutes(buyerDeps),
    ...contactLinkRoutes(),
    ...clientRoutes(deps),
    ...integrationRoutes(deps),
    ...quotaRoutes(apiQuotas),
    ...offerRoutes({ ...deps, findAgreement }),
    ...entitlementRoutes({ registry: deps.registry, addonTemplate }),
    ...billingRoutes(),
    ...sandboxRoutes(),
    ...sandboxPages({ ...deps, links: createSandboxOfferLinks(linkDeps(deps)) }),
    ...inboundRoutes(deps.door),
  ];
  return [...routes, ...systemRoutes(deps.system, routes, apiDescription)];
};

/** Every quota; `organization_quota` in the database has their maxima. */
export const apiQuotas: readonly QuotaDefinition[] = [...organizationQuotas, fileQuota, offerQuota];

/** Who can be told, as mail needs to know it. */
const people: PeopleDeps = { organizationName, members: findPeople, contactAddresses, buyerAddresses };

/** Every way by which people and programs are told of events. */
export const apiChannels = (pixels: Pixels, { mails }: { mails: TemplateThreads }): Channel[] => [
  createMailChannel({ people, pixels, templates: mails }),
  webhookChannel,
];

/** Every notice that time brings. */
export const apiSchedules: readonly Schedule[] = [...offerSchedules, ...entitlementSchedules];

/** Everything that is only kept for a time, beside what platform keeps. */
export const apiSweeps: readonly Statement[] = [
  ...sweepAuthentication,
  thinHeads,
  ...sweepNotifications,
  ...sweepOffers,
];

/** Every kind of job. */
export const apiJobs = (
  deps: { registry: AdapterRegistry; documents: DocumentDeps; flushEvents: FlushEvents } & Parameters<
    typeof sandboxJobHandlers
  >[0],
): AnyJobHandler[] => [
  discardJobHandler(deps.documents.files.storage),
  createProductJobHandler(deps.registry),
  publishJobHandler(deps.registry),
  updateJobHandler(deps.registry),
  importJobHandler(deps.registry),
  ...offerJobs(deps),
  ...entitlementJobs(deps.registry),
  replayJobHandler(readNotificationConfig),
  ...sandboxJobHandlers(deps),
  endAgreementJobHandler,
  unansweredJobHandler,
  clockJobHandler(deps.flushEvents),
  ...apiSchedules.map(scheduleJobHandler),
];
