import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router';
import { SignedOutPage } from './pages/account/signed-out.tsx';
import { EntryPage } from './pages/organizations/entry.tsx';
import { paths } from './paths.ts';
import { readSearch, type Search, writeSearch } from './search.ts';
import { session } from './session.ts';
import { lazyRouteComponent } from './ui/lazy.ts';
import { Offline } from './ui/offline.tsx';
import { StandalonePage } from './ui/page.tsx';
import { Shell } from './ui/shell.tsx';
import { Failure, Loading, NotFound } from './ui/states.tsx';

const Nowhere = () => (
  <StandalonePage>
    <NotFound />
  </StandalonePage>
);

const Everywhere = () => (
  <>
    <Outlet />
    <Offline />
  </>
);

/**
 * All pages of the console. The query string of a URL may contain anything, and each page uses only the parameters that
 * it supports.
 */
const root = createRootRoute({ component: Everywhere, notFoundComponent: Nowhere });
const texts = (search: Search): Search => search;

const home = createRoute({ getParentRoute: () => root, path: paths.home, component: EntryPage });
const callback = createRoute({
  getParentRoute: () => root,
  path: paths.callback,
  validateSearch: texts,
  beforeLoad: async () => {
    const returnTo = await session.finish(new URLSearchParams(location.search));
    throw redirect({ href: returnTo.replace(/^\/console/, '') || '/', replace: true });
  },
  component: Loading,
});
const signedOut = createRoute({
  getParentRoute: () => root,
  path: paths.signedOut,
  component: SignedOutPage,
});
const organizations = createRoute({
  getParentRoute: () => root,
  path: paths.organizations,
  component: lazyRouteComponent(() => import('./pages/organizations/organizations.tsx'), 'OrganizationsPage'),
});
const account = createRoute({
  getParentRoute: () => root,
  path: paths.account,
  component: lazyRouteComponent(() => import('./pages/account/account.tsx'), 'AccountPage'),
});
/** The styleguide is not part of the built console. */
const developmentOnly = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute: () => root,
        path: paths.styleguide,
        validateSearch: texts,
        component: lazyRouteComponent(() => import('./ui/styleguide/styleguide.tsx'), 'StyleguidePage'),
      }),
    ]
  : [];
const organization = createRoute({ getParentRoute: () => root, path: paths.overview, component: Shell });

type PageModule = Readonly<Record<string, unknown>>;

type Below<Path> = Path extends `${typeof paths.overview}${infer Rest}` ? Rest : never;

/** The route of a page whose module is loaded with the page. */
const page = <Path extends string>(load: () => Promise<PageModule>, path: Path, name: string) =>
  createRoute({
    getParentRoute: () => organization,
    path: path.slice(paths.overview.length) as Below<Path>,
    validateSearch: texts,
    component: lazyRouteComponent(load as () => Promise<Record<string, RouteComponent>>, name),
  });

/** The routes of a noun's list and record, which are in one module. A record may have no list. */
const resource = (load: () => Promise<PageModule>, list: string | undefined, record?: string): AnyRoute[] => [
  ...(list ? [page(load, list as typeof paths.offers, 'ListPage')] : []),
  ...(record ? [page(load, record as typeof paths.offer, 'RecordPage')] : []),
];

/** The pages that `resourcePages` creates from tables. */
const resources = [
  resource(() => import('./pages/products/resource.tsx'), paths.products, paths.product),
  resource(() => import('./pages/offer-sets/resource.tsx'), paths.offerSets, paths.offerSet),
  resource(() => import('./pages/contacts/resource.tsx'), paths.contacts, paths.contact),
  resource(() => import('./pages/buyers/resource.tsx'), paths.buyers, paths.buyer),
  resource(() => import('./pages/usage/groups.tsx'), paths.usage, paths.usageGroup),
  resource(() => import('./pages/usage/reports.tsx'), paths.usageReports, paths.usageReport),
  resource(() => import('./pages/usage/daily-usage.tsx'), paths.dailyUsage),
  resource(() => import('./pages/usage/billed-usage.tsx'), paths.billedUsage),
  resource(() => import('./pages/usage/batches.tsx'), paths.usageBatches, paths.usageBatch),
  resource(() => import('./pages/usage/metrics.tsx'), paths.metrics, paths.metric),
  resource(() => import('./pages/usage/settings.tsx'), undefined, paths.usageSettings),
  resource(() => import('./pages/usage/upload.tsx'), paths.usageUpload),
  resource(() => import('./pages/usage/ledger.tsx'), paths.ledger),
  resource(() => import('./pages/invoices/resource.tsx'), paths.invoices, paths.invoice),
  resource(() => import('./pages/invoices/payments.tsx'), paths.payments),
  resource(() => import('./pages/invoices/addons.tsx'), paths.addons, paths.addon),
  resource(() => import('./pages/invoices/issuer.tsx'), undefined, paths.invoiceIssuer),
  resource(() => import('./pages/buyers/wallet.tsx'), undefined, paths.wallet),
  resource(() => import('./pages/revenue/days.tsx'), paths.revenue),
  resource(() => import('./pages/revenue/report.tsx'), paths.revenueReport),
  resource(() => import('./pages/revenue/records.tsx'), paths.revenueRecords),
  resource(() => import('./pages/revenue/lines.tsx'), paths.revenueLines),
  resource(() => import('./pages/ai/resource.tsx'), paths.ai, paths.aiInvoice),
  resource(() => import('./pages/clients/resource.tsx'), paths.clients, paths.client),
  resource(() => import('./pages/integrations/resource.tsx'), paths.integrations, paths.integration),
  resource(() => import('./pages/webhooks/resource.tsx'), paths.webhooks, paths.webhook),
  resource(() => import('./pages/webhooks/delivery.tsx'), undefined, paths.webhookDelivery),
  resource(
    () => import('./pages/notifications/messages.tsx'),
    paths.notificationMessages,
    paths.notificationMessage,
  ),
  resource(() => import('./pages/notifications/events.tsx'), paths.notificationEvents),
  resource(() => import('./pages/audit/resource.tsx'), undefined, paths.auditEntry),
  resource(() => import('./pages/operations/resource.tsx'), paths.operations, paths.operation),
  resource(() => import('./pages/files/resource.tsx'), paths.files, paths.file),
  resource(
    () => import('./pages/channel-partners/resource.tsx'),
    paths.channelPartners,
    paths.channelPartner,
  ),
  resource(() => import('./pages/channel-partners/agreement.tsx'), undefined, paths.agreement),
  resource(() => import('./pages/channel-partners/tiers.tsx'), paths.tiers, paths.tier),
  resource(() => import('./pages/channel-partners/deals.tsx'), paths.deals, paths.deal),
  resource(() => import('./pages/channel-partners/portal/overview.tsx'), undefined, paths.portal),
  resource(() => import('./pages/channel-partners/portal/offers.tsx'), paths.portalOffers, paths.portalOffer),
  resource(() => import('./pages/channel-partners/portal/deals.tsx'), paths.portalDeals, paths.portalDeal),
  page(() => import('./pages/channel-partners/portal/overview.tsx'), paths.portalReport, 'ReportPage'),
  resource(() => import('./pages/support/resource.tsx'), paths.tickets, paths.ticket),
  resource(() => import('./pages/knowledge/resource.tsx'), paths.articles, paths.article),
].flat();

/** The pages with their own components. */
const inOrganization = [
  page(() => import('./pages/overview/overview.tsx'), `${paths.overview}/`, 'OverviewPage'),
  page(() => import('./pages/offers/list.tsx'), paths.offers, 'OffersPage'),
  page(() => import('./pages/offers/new.tsx'), paths.newOffer, 'NewOfferPage'),
  page(() => import('./pages/offers/detail.tsx'), paths.offer, 'OfferPage'),
  page(() => import('./pages/entitlements/list.tsx'), paths.entitlements, 'EntitlementsPage'),
  page(() => import('./pages/entitlements/detail.tsx'), paths.entitlement, 'EntitlementPage'),
  page(() => import('./pages/sandbox/sandbox.tsx'), paths.sandbox, 'SandboxPage'),
  page(() => import('./pages/members/members.tsx'), paths.members, 'MembersPage'),
  page(() => import('./pages/members/member.tsx'), paths.member, 'MemberPage'),
  page(() => import('./pages/roles/list.tsx'), paths.roles, 'RolesPage'),
  page(() => import('./pages/roles/new.tsx'), paths.newRole, 'NewRolePage'),
  page(() => import('./pages/roles/role.tsx'), paths.role, 'RolePage'),
  page(() => import('./pages/settings/settings.tsx'), paths.settings, 'SettingsPage'),
  page(() => import('./pages/notifications/settings.tsx'), paths.notifications, 'NotificationsPage'),
  page(() => import('./pages/notifications/scope.tsx'), paths.notificationScope, 'NotificationScopePage'),
  page(() => import('./pages/audit/list.tsx'), paths.audit, 'AuditPage'),
  page(() => import('./pages/knowledge/search.tsx'), paths.knowledge, 'KnowledgePage'),
];

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    callback,
    signedOut,
    organizations,
    account,
    organization.addChildren([...inOrganization, ...resources] as typeof inOrganization),
    ...developmentOnly,
  ]),
  basepath: '/console',
  trailingSlash: 'preserve',
  parseSearch: readSearch,
  stringifySearch: writeSearch,
  defaultPendingComponent: Loading,
  defaultErrorComponent: ({ error }) => <Failure error={error} again={() => void router.invalidate()} />,
  defaultNotFoundComponent: Nowhere,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
