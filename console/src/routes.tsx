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
const below = { getParentRoute: () => organization } as const;

type ResourceModule = { ListPage?: RouteComponent; RecordPage?: RouteComponent };

/** The routes of a noun's list and record, whose pages are loaded together. */
const resource = (
  load: () => Promise<ResourceModule>,
  list: string | undefined,
  record?: string,
): AnyRoute[] => {
  const route = (path: string, name: keyof ResourceModule) =>
    createRoute({
      ...below,
      path: path.slice(paths.overview.length),
      validateSearch: texts,
      component: lazyRouteComponent(load as never, name),
    });
  return [...(list ? [route(list, 'ListPage')] : []), ...(record ? [route(record, 'RecordPage')] : [])];
};

/** The pages that `resourcePages` creates from tables. */
const resources = [
  resource(() => import('./pages/contacts/resource.tsx'), paths.contacts, paths.contact),
  resource(() => import('./pages/buyers/resource.tsx'), paths.buyers, paths.buyer),
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
  resource(() => import('./pages/support/resource.tsx'), paths.tickets, paths.ticket),
  resource(() => import('./pages/knowledge/resource.tsx'), paths.articles, paths.article),
].flat();

const inOrganization = [
  createRoute({
    ...below,
    path: '/',
    validateSearch: texts,
    component: lazyRouteComponent(() => import('./pages/overview/overview.tsx'), 'OverviewPage'),
  }),
  createRoute({
    ...below,
    path: '/offers',
    validateSearch: texts,
    component: lazyRouteComponent(() => import('./pages/offers/list.tsx'), 'OffersPage'),
  }),
  createRoute({
    ...below,
    path: '/offers/new',
    validateSearch: texts,
    component: lazyRouteComponent(() => import('./pages/offers/new.tsx'), 'NewOfferPage'),
  }),
  createRoute({
    ...below,
    path: '/offers/$offerId',
    validateSearch: texts,
    component: lazyRouteComponent(() => import('./pages/offers/detail.tsx'), 'OfferPage'),
  }),
  createRoute({
    ...below,
    path: '/entitlements',
    validateSearch: texts,
    component: lazyRouteComponent(() => import('./pages/entitlements/list.tsx'), 'EntitlementsPage'),
  }),
  createRoute({
    ...below,
    path: '/entitlements/$entitlementId',
    validateSearch: texts,
    component: lazyRouteComponent(() => import('./pages/entitlements/detail.tsx'), 'EntitlementPage'),
  }),
  createRoute({
    ...below,
    path: '/sandbox',
    component: lazyRouteComponent(() => import('./pages/sandbox/sandbox.tsx'), 'SandboxPage'),
  }),
  createRoute({
    ...below,
    path: '/members',
    validateSearch: texts,
    component: lazyRouteComponent(() => import('./pages/members/members.tsx'), 'MembersPage'),
  }),
  createRoute({
    ...below,
    path: '/members/$memberId',
    component: lazyRouteComponent(() => import('./pages/members/member.tsx'), 'MemberPage'),
  }),
  createRoute({
    ...below,
    path: '/roles',
    component: lazyRouteComponent(() => import('./pages/roles/list.tsx'), 'RolesPage'),
  }),
  createRoute({
    ...below,
    path: '/roles/new',
    validateSearch: texts,
    component: lazyRouteComponent(() => import('./pages/roles/new.tsx'), 'NewRolePage'),
  }),
  createRoute({
    ...below,
    path: '/roles/$roleName',
    component: lazyRouteComponent(() => import('./pages/roles/role.tsx'), 'RolePage'),
  }),
  createRoute({
    ...below,
    path: '/settings',
    validateSearch: texts,
    component: lazyRouteComponent(() => import('./pages/settings/settings.tsx'), 'SettingsPage'),
  }),
  createRoute({
    ...below,
    path: '/notifications',
    component: lazyRouteComponent(() => import('./pages/notifications/settings.tsx'), 'NotificationsPage'),
  }),
  createRoute({
    ...below,
    path: '/notifications/scopes/$scope',
    component: lazyRouteComponent(() => import('./pages/notifications/scope.tsx'), 'NotificationScopePage'),
  }),
  createRoute({
    ...below,
    path: '/audit',
    validateSearch: texts,
    component: lazyRouteComponent(() => import('./pages/audit/list.tsx'), 'AuditPage'),
  }),
  createRoute({
    ...below,
    path: '/knowledge',
    validateSearch: texts,
    component: lazyRouteComponent(() => import('./pages/knowledge/search.tsx'), 'KnowledgePage'),
  }),
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
