import { auditingRoutes, auditingSweeps } from './auditing/index.ts';
import {
  type AuthenticationDeps,
  authenticationRoutes,
  authenticationSweeps,
  createPersonPages,
} from './authentication/index.ts';
import {
  addonTemplate,
  billingJobs,
  billingRoutes,
  createInvoiceLinks,
  createProviders,
  invoiceReferences,
  type PaymentNotificationDeps,
  paymentReferences,
  type TaxRates,
  walletReferences,
} from './billing/index.ts';
import {
  buyerAddresses,
  buyerPagePath,
  buyerRoutes,
  contactAddresses,
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
import { type FileDeps, fileJobs, fileQuotas, fileRoutes } from './files/index.ts';
import { type AdapterRegistry, type InboundDoor, inboundRoutes } from './marketplaces/index.ts';
import {
  createSandboxOfferLinks,
  type SandboxJobDeps,
  sandboxMarketplaceJobs,
} from './marketplaces/sandbox/index.ts';
import {
  hasOpenUsage,
  hasUsage,
  meteringJobs,
  meteringQuotas,
  meteringRoutes,
  meteringSchedules,
  meteringSweeps,
} from './metering/index.ts';
import {
  type Channel,
  type NotificationRouteDeps,
  notificationChannels,
  notificationJobs,
  notificationRoutes,
  notificationSweeps,
  type PeopleDeps,
  type Pixels,
  type Schedule,
  type TemplateThreads,
} from './notifications/index.ts';
import {
  contactLinkRoutes,
  type DocumentDeps,
  type OfferRouteDeps,
  offerJobs,
  offerQuotas,
  offerReferences,
  offerRoutes,
  offerSchedules,
  offerSweeps,
  recordMailOpened,
} from './offers/index.ts';
import { operationRoutes } from './operations/index.ts';
import {
  connectionRoutes,
  findPeople,
  organizationName,
  organizationQuotas,
  organizationRoutes,
  readNotificationConfig,
} from './organizations/index.ts';
import type { QuotaDefinition } from './platform/access/quotas.ts';
import type { InOrganization } from './platform/access/scope.ts';
import type { Statement } from './platform/database/statement.ts';
import type { Route } from './platform/http/route.ts';
import type { NewId } from './platform/ids.ts';
import type { AnyJobHandler } from './platform/jobs/queue.ts';
import { type SystemRouteDeps, systemRoutes } from './platform/system/routes.ts';
import { normalizeCrmId, productJobs, productRoutes } from './products/index.ts';
import { reportRoutes } from './reports/index.ts';
import { revenueJobs, revenueSchedules } from './revenue/index.ts';
import { type FlushEvents, sandboxJobs, sandboxRoutes } from './sandbox/index.ts';

/** The dependencies of the operations; `app.ts` makes them. */
export type ApiDeps = AuthenticationDeps &
  Pick<
    NotificationRouteDeps,
    'addressRules' | 'feedWatch' | 'pixels' | 'previews' | 'randomBytes' | 'wake'
  > & {
    door: InboundDoor;
    registry: AdapterRegistry;
    defaultSender: string;
    documents: OfferRouteDeps['documents'];
    environmentOf: PaymentNotificationDeps['environmentOf'];
    files: FileDeps;
    inOrganization: InOrganization;
    newId: NewId;
    system: SystemRouteDeps;
    taxRates: TaxRates;
  };

/** All quotas; `organization_quota` in the database has their maxima. */
export const apiQuotas: readonly QuotaDefinition[] = [
  ...organizationQuotas,
  ...fileQuotas,
  ...offerQuotas,
  ...meteringQuotas,
];

/** The whole API in the order of the document, a line for each slice; two where it comes back to one. */
export const apiRoutes = (deps: ApiDeps): Route[] => {
  const routes: Route[] = [
    ...authenticationRoutes(deps),
    ...organizationRoutes(organizationDeps(deps)),
    ...auditingRoutes(),
    ...notificationRoutes(notificationDeps(deps)),
    ...operationRoutes(normalizeCrmId),
    ...fileRoutes({ ...deps.files, inOrganization: deps.inOrganization, now: deps.now }),
    ...productRoutes(),
    ...buyerRoutes(buyerDeps(deps, () => routes)),
    ...contactLinkRoutes(),
    ...connectionRoutes({ ...deps, quotas: apiQuotas }),
    ...offerRoutes({ ...deps, findAgreement }),
    ...entitlementRoutes({ registry: deps.registry, addonTemplate, hasUsage }),
    ...meteringRoutes(deps),
    ...billingRoutes({
      ...buyerDeps(deps, () => routes),
      documents: invoiceDocuments(deps),
      taxRates: deps.taxRates,
      notifications: deps,
    }),
    ...reportRoutes(),
    ...sandboxRoutes({ ...deps, links: createSandboxOfferLinks(linkDeps(deps)) }),
    ...inboundRoutes(deps.door),
  ];
  return [...routes, ...systemRoutes(deps.system, routes, apiDescription)];
};

const invoiceDocuments = (deps: ApiDeps) => ({
  links: invoiceLinks(deps),
  inOrganization: deps.inOrganization,
  now: deps.now,
});

type LinkDeps = Pick<ApiDeps, 'vault' | 'addresses' | 'now'>;

const invoiceLinks = (deps: LinkDeps) => createInvoiceLinks({ ...linkDeps(deps), now: deps.now });

/** Gathers what links are made of, and signed with. */
const linkDeps = ({ vault, addresses }: Pick<ApiDeps, 'vault' | 'addresses'>) => ({
  vault,
  baseUrl: () => addresses.baseUrl(),
});

const organizationDeps = (deps: ApiDeps) => ({
  ...deps,
  ...linkDeps(deps),
  people: createPersonPages(deps),
  sold: { anything: hasSold, live: hasLiveEntitlements, usage: hasOpenUsage },
  entityRecords,
});

const notificationDeps = (deps: ApiDeps): NotificationRouteDeps => ({
  ...deps,
  people,
  readConfig: readNotificationConfig,
  onOpened: (scope, { id }) => recordMailOpened(scope, id),
});

/** Links to buyers' pages are given out once the pages are among the routes. */
const buyerDeps = (deps: ApiDeps, routes: () => readonly Route[]) => ({
  pages: createBuyerPages({
    ...linkDeps(deps),
    isServed: () => routes().some(({ path }) => path === buyerPagePath),
  }),
  references: [
    offerReferences,
    entitlementReferences,
    walletReferences,
    invoiceReferences,
    paymentReferences,
  ],
});

/** The people whom the mail channel can notify. */
const people: PeopleDeps = { organizationName, members: findPeople, contactAddresses, buyerAddresses };

/** All channels by which people and programs are notified of events. */
export const apiChannels = (pixels: Pixels, { mails }: { mails: TemplateThreads }): Channel[] =>
  notificationChannels({ people, pixels, templates: mails });

/** The schedules of all that time brings. */
export const apiSchedules = (registry: AdapterRegistry): readonly Schedule[] => [
  ...offerSchedules,
  ...entitlementSchedules,
  ...meteringSchedules(registry),
  ...revenueSchedules,
];

/** Everything that is only kept for a time, beside what platform keeps. */
export const apiSweeps: readonly Statement[] = [
  ...authenticationSweeps,
  ...auditingSweeps,
  ...notificationSweeps,
  ...offerSweeps,
  ...meteringSweeps,
];

/** All kinds of jobs. */
export const apiJobs = (
  deps: {
    registry: AdapterRegistry;
    documents: DocumentDeps;
    flushEvents: FlushEvents;
    inOrganization: InOrganization;
    taxRates: TaxRates;
  } & SandboxJobDeps &
    LinkDeps,
): AnyJobHandler[] => [
  ...fileJobs(deps.documents.files.storage),
  ...productJobs(deps.registry),
  ...offerJobs(deps),
  ...entitlementJobs(deps.registry),
  ...meteringJobs(deps.registry),
  ...billingJobs(invoiceLinks(deps), createProviders(deps), deps.taxRates),
  ...revenueJobs(deps.registry),
  ...sandboxMarketplaceJobs(deps),
  ...sandboxJobs(deps.flushEvents),
  ...notificationJobs({ readConfig: readNotificationConfig, schedules: apiSchedules(deps.registry) }),
];
