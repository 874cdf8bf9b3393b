import {
  Bell,
  BookOpen,
  Building2,
  ChartColumn,
  Contact,
  Files,
  FileText,
  FlaskConical,
  Gauge,
  Handshake,
  History,
  House,
  KeyRound,
  Layers,
  LifeBuoy,
  ListChecks,
  type LucideIcon,
  Package,
  Plug,
  ReceiptText,
  ScrollText,
  Settings,
  ShieldCheck,
  Sparkles,
  Target,
  Users,
  Webhook,
} from 'lucide-react';
import { paths } from './paths.ts';

export type PageEntry = {
  group: 'Sell' | 'Bill' | 'Grow' | 'Settings' | undefined;
  /** A path that needs the organization only. */
  path: (typeof paths)[keyof typeof paths];
  name: string;
  icon: LucideIcon;
  /** The permission that the page needs; without it, the page is not listed. */
  permission?: string;
  /** Whether only TEST organizations have the page. */
  isTest?: boolean;
  /** The page whose tabs include this page; the navigation lists only the page with the tabs. */
  within?: PageEntry['path'];
  /** The name of the page's own tab. */
  tab?: string;
};

/** The permission of members that act for a channel partner. They have only the pages of the partner portal. */
export const portalPermission = 'partnerPortal:read';

type TabEntry = Pick<PageEntry, 'path' | 'name' | 'tab' | 'permission'>;

/** Returns pages that share tabs; the navigation lists the first one. */
const withTabs = (
  common: Pick<PageEntry, 'group' | 'icon' | 'permission'>,
  [first, ...others]: readonly [TabEntry, ...TabEntry[]],
): PageEntry[] => [
  { ...common, ...first },
  ...others.map((page) => ({ ...common, ...page, within: first.path })),
];

/** The pages of an organization, as listed in the navigation and in the command palette. */
export const pages: readonly PageEntry[] = [
  { group: undefined, path: paths.overview, name: 'Overview', icon: House },
  { group: 'Sell', path: paths.offers, name: 'Offers', icon: FileText, permission: 'offers:read' },
  {
    group: 'Sell',
    path: paths.entitlements,
    name: 'Entitlements',
    icon: ScrollText,
    permission: 'entitlements:read',
  },
  { group: 'Sell', path: paths.offerSets, name: 'Offer sets', icon: Layers, permission: 'offers:read' },
  { group: 'Sell', path: paths.products, name: 'Products', icon: Package, permission: 'products:read' },
  { group: 'Sell', path: paths.buyers, name: 'Buyers', icon: Building2, permission: 'buyers:read' },
  { group: 'Sell', path: paths.contacts, name: 'Contacts', icon: Contact, permission: 'buyers:read' },
  ...withTabs({ group: 'Bill', icon: Gauge, permission: 'metering:read' }, [
    { path: paths.usage, name: 'Usage', tab: 'Record groups' },
    { path: paths.usageReports, name: 'Usage reports', tab: 'Reports' },
    { path: paths.dailyUsage, name: 'Daily usage', permission: 'reports:read' },
    { path: paths.billedUsage, name: 'Billed usage', permission: 'reports:read' },
    { path: paths.usageBatches, name: 'Usage calls', tab: 'Calls' },
    { path: paths.metrics, name: 'Billable metrics', tab: 'Metrics' },
    { path: paths.usageSettings, name: 'Usage settings', tab: 'Settings', permission: 'organization:read' },
  ]),
  ...withTabs({ group: 'Bill', icon: ReceiptText, permission: 'billing:read' }, [
    { path: paths.invoices, name: 'Invoices' },
    { path: paths.payments, name: 'Payments' },
    { path: paths.addons, name: 'Addon templates' },
    { path: paths.invoiceIssuer, name: 'Invoice issuer', permission: 'organization:read' },
  ]),
  ...withTabs({ group: 'Bill', icon: ChartColumn, permission: 'revenue:read' }, [
    { path: paths.revenue, name: 'Revenue', tab: 'By day' },
    { path: paths.revenueReport, name: 'Revenue report', tab: 'Report', permission: 'reports:read' },
    { path: paths.revenueRecords, name: 'Revenue records', tab: 'By entitlement' },
    { path: paths.revenueLines, name: 'Revenue feed', tab: 'Feed' },
  ]),
  { group: 'Bill', path: paths.ai, name: 'AI usage', icon: Sparkles, permission: 'billing:read' },
  {
    group: 'Grow',
    path: paths.channelPartners,
    name: 'Channel partners',
    icon: Handshake,
    permission: 'channelPartners:read',
  },
  {
    group: 'Grow',
    path: paths.tiers,
    name: 'Partner tiers',
    icon: Layers,
    permission: 'channelPartners:read',
  },
  {
    group: 'Grow',
    path: paths.deals,
    name: 'Deals',
    icon: Target,
    permission: 'deals:read',
  },
  {
    group: 'Grow',
    path: paths.tickets,
    name: 'Support',
    icon: LifeBuoy,
    permission: 'support:read',
  },
  {
    group: 'Grow',
    path: paths.knowledge,
    name: 'Knowledge',
    icon: BookOpen,
    permission: 'knowledge:read',
  },
  {
    group: 'Settings',
    path: paths.settings,
    name: 'Settings',
    icon: Settings,
    permission: 'organization:read',
  },
  { group: 'Settings', path: paths.members, name: 'Members', icon: Users, permission: 'members:read' },
  { group: 'Settings', path: paths.roles, name: 'Roles', icon: ShieldCheck, permission: 'members:read' },
  { group: 'Settings', path: paths.clients, name: 'API clients', icon: KeyRound, permission: 'clients:read' },
  {
    group: 'Settings',
    path: paths.integrations,
    name: 'Integrations',
    icon: Plug,
    permission: 'integrations:read',
  },
  {
    group: 'Settings',
    path: paths.webhooks,
    name: 'Webhooks',
    icon: Webhook,
    permission: 'webhooks:read',
  },
  {
    group: 'Settings',
    path: paths.notifications,
    name: 'Notifications',
    icon: Bell,
    permission: 'organization:read',
  },
  {
    group: 'Settings',
    path: paths.audit,
    name: 'Audit',
    icon: History,
    permission: 'audit:read',
  },
  {
    group: 'Settings',
    path: paths.operations,
    name: 'Operations',
    icon: ListChecks,
    permission: 'operations:read',
  },
  {
    group: 'Settings',
    path: paths.files,
    name: 'Files',
    icon: Files,
    permission: 'files:read',
  },
  { group: 'Settings', path: paths.sandbox, name: 'Sandbox', icon: FlaskConical, isTest: true },
  ...[
    { path: paths.portal, name: 'Overview', icon: House },
    { path: paths.portalOffers, name: 'Offers', icon: FileText },
    { path: paths.portalDeals, name: 'Deals', icon: Target },
    { path: paths.portalReport, name: 'Report', icon: ChartColumn },
  ].map((page) => ({ ...page, group: undefined, permission: portalPermission })),
];

/** The groups of the navigation in their order. */
export const groups: readonly PageEntry['group'][] = [undefined, 'Sell', 'Bill', 'Grow', 'Settings'];

/** Returns the pages that a user may open in an organization. */
export function pagesFor(
  isTest: boolean,
  missingPermission: (permission: string) => string | undefined,
): PageEntry[] {
  const isOfPartner = missingPermission(portalPermission) === undefined;
  return pages.filter(
    ({ isTest: isForTest, permission }) =>
      (isTest || !isForTest) &&
      isOfPartner === (permission === portalPermission) &&
      (!permission || missingPermission(permission) === undefined),
  );
}
