import {
  Building2,
  Contact,
  FileText,
  FlaskConical,
  House,
  KeyRound,
  Layers,
  type LucideIcon,
  Package,
  ScrollText,
  ShieldCheck,
  Users,
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
};

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
  { group: 'Settings', path: paths.members, name: 'Members', icon: Users, permission: 'members:read' },
  { group: 'Settings', path: paths.roles, name: 'Roles', icon: ShieldCheck, permission: 'members:read' },
  { group: 'Settings', path: paths.clients, name: 'API clients', icon: KeyRound, permission: 'clients:read' },
  { group: 'Settings', path: paths.sandbox, name: 'Sandbox', icon: FlaskConical, isTest: true },
];

/** The groups of the navigation in their order. */
export const groups: readonly PageEntry['group'][] = [undefined, 'Sell', 'Bill', 'Grow', 'Settings'];

/** Returns the pages that a user may open in an organization. */
export const pagesFor = (
  isTest: boolean,
  missingPermission: (permission: string) => string | undefined,
): PageEntry[] =>
  pages.filter(
    (page) =>
      (isTest || !page.isTest) && (!page.permission || missingPermission(page.permission) === undefined),
  );
