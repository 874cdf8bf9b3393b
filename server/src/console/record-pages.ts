/** A page of an organization in the console, and the label of the button that opens the page. */
type RecordPage = { path: string; label: string };

/** The page of each entity. */
const pages: Readonly<Record<string, RecordPage>> = {
  OFFER: { path: '/offers/{id}', label: 'Open the offer' },
  UNPURCHASED_OFFERS: { path: '/offers', label: 'Open the offers' },
  ENTITLEMENT: { path: '/entitlements/{id}', label: 'Open the entitlement' },
  HEADLESS_ENTITLEMENTS: { path: '/entitlements', label: 'Open the entitlements' },
  USER: { path: '/members/{id}', label: 'Open the member' },
  API_CLIENT: { path: '/clients', label: 'Open the API clients' },
};

/** The page for entities without a page of their own. */
const overview = { path: '', label: 'Open the console' };

/** A removed member has no page; the page of another deleted record shows that it is deleted. */
const removed: Readonly<Record<string, RecordPage>> = {
  USER: { path: '/members', label: 'Open the members' },
};

/** Returns the path of an organization's overview in the console. */
export const consolePath = (organizationId: string): string => `/console/org/${organizationId}`;

export type ConsoleRecord = { organizationId: string; entityType: string; id: string; isDeleted?: boolean };

/** Returns the console's page of a record, with its path from the root. */
export function recordPage({ organizationId, entityType, id, isDeleted }: ConsoleRecord): RecordPage {
  const page = (isDeleted ? removed[entityType] : undefined) ?? pages[entityType] ?? overview;
  const path = page.path.replace('{id}', () => encodeURIComponent(id));
  return { path: `${consolePath(organizationId)}${path}`, label: page.label };
}
