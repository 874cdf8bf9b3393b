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
  billingUpcoming,
  createInvoiceLinks,
  invoiceReferences,
  type PaymentNotificationDeps,
  type ProviderRegistry,
  paymentReferences,
  type TaxRates,
  walletReferences,
} from './billing/index.ts';
import {
  buyerAddresses,
  buyerJobs,
  buyerPagePath,
  buyerPassages,
  buyerRoutes,
  contactAddresses,
  createBuyerPages,
} from './buyers/index.ts';
import type { Console } from './console/index.ts';
import { apiDescription, entityRecords } from './description.ts';
import {
  entitlementJobs,
  entitlementPassages,
  entitlementReferences,
  entitlementRoutes,
  entitlementSchedules,
  entitlementUpcoming,
  findAgreement,
  hasLiveEntitlements,
  hasSold,
  landingRoutes,
} from './entitlements/index.ts';
import { type FileDeps, fileJobs, filePassages, fileQuotas, fileRoutes } from './files/index.ts';
import {
  articlePassages,
  backfillJobHandler,
  createDocumentation,
  documentationPassages,
  knowledgeQuotas,
  knowledgeRoutes,
  type PassageSource,
} from './knowledge/index.ts';
import {
  type AdapterRegistry,
  type Connectors,
  type InboundDoor,
  inboundRoutes,
  landingAddress,
  resumeJobs,
} from './marketplaces/index.ts';
import {
  createSandboxOfferLinks,
  createSandboxPurchases,
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
  type Follower,
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
  offerPassages,
  offerQuotas,
  offerReferences,
  offerRoutes,
  offerSchedules,
  offerSweeps,
  offerUpcoming,
  recordMailOpened,
} from './offers/index.ts';
import { operationRoutes } from './operations/index.ts';
import {
  connectionRoutes,
  findPeople,
  type OnVerified,
  organizationJobs,
  organizationName,
  organizationQuotas,
  organizationRoutes,
  organizationSchedules,
  readNotificationConfig,
  requirePrincipal,
} from './organizations/index.ts';
import { overviewRoutes } from './overview/index.ts';
import {
  boundChannelPartners,
  channelPartnerReferences,
  isSigned,
  partnerFollowers,
  partnerJobs,
  partnerQuotas,
  partnerRoutes,
  partnerSchedules,
  partnerUpcoming,
} from './partners/index.ts';
import type { QuotaDefinition } from './platform/access/quotas.ts';
import type { InOrganization } from './platform/access/scope.ts';
import type { Statement } from './platform/database/statement.ts';
import type { Route } from './platform/http/route.ts';
import type { NewId } from './platform/ids.ts';
import type { AnyJobHandler } from './platform/jobs/queue.ts';
import type { UpcomingSource } from './platform/jobs/upcoming.ts';
import { type SystemRouteDeps, systemRoutes } from './platform/system/routes.ts';
import { normalizeCrmId, productJobs, productPassages, productRoutes } from './products/index.ts';
import { type AiDeps, answerQuotas, answerRoutes, answerSweeps } from './questions/index.ts';
import { reportRoutes } from './reports/index.ts';
import { revenueJobs, revenueSchedules } from './revenue/index.ts';
import { type FlushEvents, sandboxJobs, sandboxRoutes } from './sandbox/index.ts';
import {
  type SupportMail,
  supportJobs,
  supportPassages,
  supportQuotas,
  supportRoutes,
  supportSweeps,
} from './support/index.ts';
import { beginSynchronization, synchronizationJobs, synchronizationRoutes } from './synchronization/index.ts';

/** The dependencies of the operations; `app.ts` makes them. */
export type ApiDeps = Omit<AuthenticationDeps, 'consolePage' | 'requirePrincipal'> &
  Pick<
    NotificationRouteDeps,
    'addressRules' | 'feedWatch' | 'pixels' | 'previews' | 'randomBytes' | 'wake'
  > & {
    ai: AiDeps;
    console: Console;
    door: InboundDoor;
    registry: AdapterRegistry;
    connectors: Connectors;
    defaultSender: string;
    documents: OfferRouteDeps['documents'];
    environmentOf: PaymentNotificationDeps['environmentOf'];
    files: FileDeps;
    inOrganization: InOrganization;
    newId: NewId;
    providers: ProviderRegistry;
    supportMail: SupportMail;
    system: SystemRouteDeps;
    taxRates: TaxRates;
  };

/** All quotas; `organization_quota` in the database has their maxima. */
export const apiQuotas: readonly QuotaDefinition[] = [
  ...organizationQuotas,
  ...knowledgeQuotas,
  ...fileQuotas,
  ...supportQuotas,
  ...offerQuotas,
  ...partnerQuotas,
  ...meteringQuotas,
  ...answerQuotas,
];

/** What is searched of each organization's records, in the order in which what is older than the search is read. */
export const apiPassages: readonly PassageSource[] = [
  articlePassages,
  productPassages,
  buyerPassages,
  offerPassages,
  entitlementPassages,
  supportPassages,
  filePassages,
];

/** The whole API in the order of the document, a line for each slice; two where it comes back to one. */
export const apiRoutes = (deps: ApiDeps): Route[] => {
  const documentation = createDocumentation({
    database: deps.database,
    passages: () => documentationPassages(apiDescription.guides, routes),
  });
  const routes: Route[] = [
    ...authenticationRoutes({ ...deps, requirePrincipal, consolePage: deps.console.page }),
    ...organizationRoutes(organizationDeps(deps)),
    ...auditingRoutes(),
    ...notificationRoutes(notificationDeps(deps)),
    ...operationRoutes(normalizeCrmId),
    ...knowledgeRoutes(documentation),
    ...fileRoutes({ ...deps.files, inOrganization: deps.inOrganization, now: deps.now, isSigned }),
    ...supportRoutes({ ...deps.files, mail: deps.supportMail }),
    ...productRoutes(),
    ...buyerRoutes(buyerDeps(deps, () => routes)),
    ...contactLinkRoutes(),
    ...connectionRoutes({
      ...deps,
      quotas: apiQuotas,
      ...linkDeps(deps),
      ...verificationDeps(deps),
      channelPartners: boundChannelPartners,
    }),
    ...offerRoutes({ ...deps, findAgreement }),
    ...entitlementRoutes({ registry: deps.registry, addonTemplate, hasUsage }),
    ...synchronizationRoutes(),
    ...partnerRoutes(),
    ...meteringRoutes(deps),
    ...billingRoutes({
      ...buyerDeps(deps, () => routes),
      documents: invoiceDocuments(deps),
      taxRates: deps.taxRates,
      notifications: deps,
    }),
    ...answerRoutes({ ...deps, documentation }),
    ...reportRoutes(),
    ...overviewRoutes(),
    ...sandboxRoutes({
      ...deps,
      links: createSandboxOfferLinks(linkDeps(deps)),
      purchases: createSandboxPurchases(linkDeps(deps)),
      upcoming: apiUpcoming,
    }),
    ...inboundRoutes(deps.door),
    ...landingRoutes(deps),
  ];
  const described = { ...apiDescription, home: deps.console.home };
  return [...routes, ...deps.console.routes, ...systemRoutes(deps.system, routes, described)];
};

const invoiceDocuments = (deps: ApiDeps) => ({
  links: invoiceLinks(deps),
  inOrganization: deps.inOrganization,
  now: deps.now,
  log: deps.documents.log,
});

type LinkDeps = Pick<ApiDeps, 'vault' | 'addresses' | 'now'>;

const invoiceLinks = (deps: LinkDeps) => createInvoiceLinks({ ...linkDeps(deps), now: deps.now });

/** Gathers what links are made of, and signed with. */
const linkDeps = ({ vault, addresses }: Pick<ApiDeps, 'vault' | 'addresses'>) => ({
  vault,
  baseUrl: () => addresses.baseUrl(),
});

/** What follows from an integration that was verified. */
const whenVerified: readonly OnVerified[] = [
  async (scope, { partner, service }) => {
    if (service === 'MARKETPLACE') resumeJobs(scope, partner);
  },
  beginSynchronization,
];

const verificationDeps = ({
  registry,
  vault,
  providers,
}: Pick<ApiDeps, 'registry' | 'vault' | 'providers'>) => ({
  registry,
  vault,
  verifyPayments: (partner: string, credentials: Record<string, unknown>) =>
    providers.verify(partner, credentials),
  onVerified: whenVerified,
});

const organizationDeps = (deps: ApiDeps) => ({
  ...deps,
  ...linkDeps(deps),
  people: createPersonPages(deps),
  sold: { anything: hasSold, live: hasLiveEntitlements, usage: hasOpenUsage },
  entityRecords,
  channelPartners: boundChannelPartners,
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
  references: buyerReferences,
});

const buyerReferences = [
  offerReferences,
  entitlementReferences,
  walletReferences,
  invoiceReferences,
  paymentReferences,
  channelPartnerReferences,
];

/** The people whom the mail channel can notify. */
const people: PeopleDeps = { organizationName, members: findPeople, contactAddresses, buyerAddresses };

/** All channels by which people and programs are notified of events. */
export const apiChannels = (
  pixels: Pixels,
  { mails }: { mails: TemplateThreads },
  { channel, correspondence }: Pick<SupportMail, 'channel' | 'correspondence'>,
): Channel[] => [...notificationChannels({ people, pixels, templates: mails, correspondence }), channel];

/** The schedules of all that time brings. */
export const apiSchedules = (registry: AdapterRegistry): readonly Schedule[] => [
  ...organizationSchedules,
  ...offerSchedules,
  ...entitlementSchedules,
  ...partnerSchedules,
  ...meteringSchedules(registry),
  ...revenueSchedules,
];

/** What falls due in the slices by the clock of an organization. */
export const apiUpcoming: readonly UpcomingSource[] = [
  ...offerUpcoming,
  ...entitlementUpcoming,
  ...partnerUpcoming,
  ...billingUpcoming,
];

/** What follows from events in the slices, beside notices. */
export const apiFollowers: readonly Follower[] = [...partnerFollowers];

/** Everything that is only kept for a time, beside what platform keeps. */
export const apiSweeps: readonly Statement[] = [
  ...authenticationSweeps,
  ...auditingSweeps,
  ...notificationSweeps,
  ...offerSweeps,
  ...supportSweeps,
  ...meteringSweeps,
  ...answerSweeps,
];

/** All kinds of jobs. */
export const apiJobs = (
  deps: {
    registry: AdapterRegistry;
    documents: DocumentDeps;
    flushEvents: FlushEvents;
    inOrganization: InOrganization;
    providers: ProviderRegistry;
    taxRates: TaxRates;
  } & SandboxJobDeps &
    LinkDeps,
): AnyJobHandler[] => [
  ...organizationJobs(verificationDeps(deps)),
  backfillJobHandler(apiPassages),
  ...fileJobs(deps.documents.files.storage),
  ...supportJobs,
  ...productJobs(deps.registry, (partner, organizationId) =>
    landingAddress(deps.addresses.baseUrl(), partner, organizationId),
  ),
  ...buyerJobs(buyerReferences),
  ...offerJobs(deps),
  ...entitlementJobs(deps.registry),
  ...synchronizationJobs(deps.registry),
  ...partnerJobs,
  ...meteringJobs(deps.registry),
  ...billingJobs(invoiceLinks(deps), deps.providers, deps.taxRates),
  ...revenueJobs(deps.registry),
  ...sandboxMarketplaceJobs(deps),
  ...sandboxJobs(deps.flushEvents),
  ...notificationJobs({ readConfig: readNotificationConfig, schedules: apiSchedules(deps.registry) }),
];
