import { auditingRoutes, auditingSweeps } from './auditing/wiring.ts';
import {
  type AuthenticationDeps,
  authenticationRoutes,
  authenticationSweeps,
  createPersonPages,
} from './authentication/wiring.ts';
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
} from './billing/wiring.ts';
import { type BuyerPagesDeps, buyerPagesRoutes, createPages } from './buyer-pages/wiring.ts';
import { contactAddresses } from './buyers/index.ts';
import { buyerAddresses, buyerJobs, buyerPassages, buyerRoutes } from './buyers/wiring.ts';
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
} from './entitlements/wiring.ts';
import type { FileDeps } from './files/index.ts';
import { fileJobs, filePassages, fileQuotas, fileRoutes } from './files/wiring.ts';
import type { PassageSource } from './knowledge/index.ts';
import {
  articlePassages,
  backfillJobHandler,
  createDocumentation,
  documentationPassages,
  knowledgeQuotas,
  knowledgeRoutes,
} from './knowledge/wiring.ts';
import type { AdapterRegistry, Connectors } from './marketplaces/index.ts';
import {
  createSandboxOfferLinks,
  createSandboxPurchases,
  type SandboxJobDeps,
  sandboxMarketplaceJobs,
} from './marketplaces/sandbox/index.ts';
import { type InboundDoor, inboundRoutes, landingAddress, resumeJobs } from './marketplaces/wiring.ts';
import {
  addonCharge,
  hasOpenUsage,
  hasUsage,
  meteringJobs,
  meteringQuotas,
  meteringRoutes,
  meteringSchedules,
  meteringSweeps,
} from './metering/wiring.ts';
import type { Channel, Follower, Schedule, TemplateThreads } from './notifications/index.ts';
import {
  type NotificationRouteDeps,
  notificationChannels,
  notificationJobs,
  notificationRoutes,
  notificationSchedules,
  notificationSweeps,
  type PeopleDeps,
} from './notifications/wiring.ts';
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
} from './offers/wiring.ts';
import { operationRoutes } from './operations/wiring.ts';
import { findPeople, organizationName, readMailRouting } from './organizations/index.ts';
import {
  connectionRoutes,
  type OnVerified,
  organizationJobs,
  organizationQuotas,
  organizationRoutes,
  organizationSchedules,
  requirePrincipal,
} from './organizations/wiring.ts';
import { overviewRoutes } from './overview/wiring.ts';
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
} from './partners/wiring.ts';
import type { QuotaDefinition } from './platform/access/quotas.ts';
import type { InOrganization } from './platform/access/scope.ts';
import type { Statement } from './platform/database/statement.ts';
import type { Route } from './platform/http/route.ts';
import type { NewId } from './platform/ids.ts';
import type { AnyJobHandler } from './platform/jobs/queue.ts';
import type { UpcomingSource } from './platform/jobs/upcoming.ts';
import { type SystemRouteDeps, systemRoutes } from './platform/system/routes.ts';
import { normalizeCrmId } from './products/index.ts';
import { productJobs, productPassages, productRoutes } from './products/wiring.ts';
import { type AiDeps, answerQuotas, answerRoutes, answerSweeps } from './questions/wiring.ts';
import { reportRoutes } from './reports/wiring.ts';
import { revenueJobs, revenueSchedules } from './revenue/wiring.ts';
import { type FlushEvents, sandboxJobs, sandboxRoutes } from './sandbox/wiring.ts';
import {
  type SupportMail,
  supportJobs,
  supportPassages,
  supportQuotas,
  supportRoutes,
  supportSweeps,
} from './support/wiring.ts';
import {
  beginSynchronization,
  synchronizationJobs,
  synchronizationRoutes,
} from './synchronization/wiring.ts';

/** The dependencies of the routes; `app.ts` creates them. */
export type ApiDeps = Omit<AuthenticationDeps, 'consolePage' | 'requirePrincipal'> &
  Pick<
    NotificationRouteDeps,
    'addressRules' | 'feedWatch' | 'partnerName' | 'pixels' | 'previews' | 'randomBytes' | 'wake'
  > & {
    ai: AiDeps;
    console: Console;
    door: InboundDoor;
    registry: AdapterRegistry;
    connectors: Connectors;
    defaultSender: string;
    documents: OfferRouteDeps['documents'];
    environmentOf: PaymentNotificationDeps['environmentOf'];
    fetchPicture: BuyerPagesDeps['fetchPicture'];
    files: FileDeps;
    hasMailServer: boolean;
    inOrganization: InOrganization;
    newId: NewId;
    pageTemplates: TemplateThreads;
    providers: ProviderRegistry;
    supportMail: SupportMail;
    system: SystemRouteDeps;
    taxRates: TaxRates;
  };

/** All quotas. Their limits are in the table `organization_quota`. */
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

/** The search sources, in the order in which existing records are indexed. */
export const apiPassages: readonly PassageSource[] = [
  articlePassages,
  productPassages,
  buyerPassages,
  offerPassages,
  entitlementPassages,
  supportPassages,
  filePassages,
];

/** Returns all routes of the API in the order of the OpenAPI document, with one or two lines for each slice. */
export const apiRoutes = (deps: ApiDeps): Route[] => {
  const documentation = createDocumentation({
    database: deps.database,
    passages: () => documentationPassages(apiDescription.guides, routes),
  });
  const links = createPages({ ...deps, ...linkDeps(deps) });
  const buyerDeps = { pages: links.buyers, references: buyerReferences };
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
    ...buyerRoutes(buyerDeps),
    ...contactLinkRoutes(),
    ...connectionRoutes({
      ...deps,
      quotas: apiQuotas,
      ...linkDeps(deps),
      ...verificationDeps(deps),
      channelPartners: boundChannelPartners,
    }),
    ...offerRoutes({ ...deps, findAgreement }),
    ...entitlementRoutes({
      registry: deps.registry,
      addonTemplate,
      addonCharge: addonCharge(deps.registry),
      hasUsage,
      pages: links.entitlements,
    }),
    ...synchronizationRoutes(),
    ...partnerRoutes(),
    ...meteringRoutes(deps),
    ...billingRoutes({
      ...buyerDeps,
      documents: invoiceDocuments(deps),
      taxRates: deps.taxRates,
      notifications: deps,
    }),
    ...answerRoutes({ ...deps, documentation }),
    ...reportRoutes(),
    ...overviewRoutes(deps.hasMailServer),
    ...buyerPagesRoutes({ ...deps, ...links, invoices: invoiceLinks(deps) }),
    ...sandboxRoutes({
      ...deps,
      brands: links.brands,
      pages: links.entitlements,
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

/** Returns the dependencies for creating and signing links. */
const linkDeps = ({ vault, addresses }: Pick<ApiDeps, 'vault' | 'addresses'>) => ({
  vault,
  baseUrl: () => addresses.baseUrl(),
});

/** The actions after an integration has been verified. */
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
  readConfig: readMailRouting,
  onOpened: (scope, { id }) => recordMailOpened(scope, id),
});

const buyerReferences = [
  offerReferences,
  entitlementReferences,
  walletReferences,
  invoiceReferences,
  paymentReferences,
  channelPartnerReferences,
];

/** The sources of the recipients of notification mails. */
const people: PeopleDeps = { organizationName, members: findPeople, contactAddresses, buyerAddresses };

type MailDeps = Pick<ApiDeps, 'pixels' | 'addresses' | 'supportMail'> & {
  templates: { mails: TemplateThreads };
};

/** Returns all channels that notify users and programs of events. */
export const apiChannels = ({ supportMail, templates: { mails }, ...deps }: MailDeps): Channel[] => [
  ...notificationChannels({ ...supportMail, ...deps, people, templates: mails }),
  supportMail.channel,
];

/** Returns all schedules of work that becomes due by the clock. */
export const apiSchedules = (deps: Pick<ApiDeps, 'registry' | 'addresses'>): Schedule[] => [
  ...notificationSchedules({ ...deps, people }),
  ...organizationSchedules,
  ...offerSchedules,
  ...entitlementSchedules,
  ...partnerSchedules,
  ...meteringSchedules(deps.registry),
  ...revenueSchedules,
];

/** The sources of upcoming work by an organization's clock. */
export const apiUpcoming: readonly UpcomingSource[] = [
  ...offerUpcoming,
  ...entitlementUpcoming,
  ...partnerUpcoming,
  ...billingUpcoming,
];

/** The slices that react to events, in addition to notifications. */
export const apiFollowers: readonly Follower[] = [...partnerFollowers];

/** The sweeps that delete expired rows of the slices. The platform has separate sweeps. */
export const apiSweeps: readonly Statement[] = [
  ...authenticationSweeps,
  ...auditingSweeps,
  ...notificationSweeps,
  ...offerSweeps,
  ...supportSweeps,
  ...meteringSweeps,
  ...answerSweeps,
];

/** Returns the handlers of all job kinds. */
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
  ...notificationJobs({ readConfig: readMailRouting, schedules: apiSchedules(deps) }),
];
