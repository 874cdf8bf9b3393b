import type { Row } from '../../platform/database/statement.ts';
import type { Page } from '../../platform/lists/pagination.ts';
import { permissions, standardRoles } from './permissions.ts';

/** The creation time of standard roles: before every role that an organization made for itself. */
const firstTime = '0001-01-01T00:00:00.000000Z';

const descriptions: Readonly<Record<string, string>> = {
  ADMIN: 'Everything.',
  EDITOR: 'Reads, and writes everything but members, roles, clients, integrations and settings.',
  VIEWER: 'Reads.',
};

/** The roles that every organization has, as rows of the list of roles. */
const standardRows: readonly Row[] = Object.entries(standardRoles)
  .map(([name, allowed]) => ({
    id: name,
    name,
    description: descriptions[name],
    permissions: permissions.filter((permission) => allowed.has(permission)),
    read_only: 'true',
    position_time: firstTime,
  }))
  .sort((a, b) => (a.name < b.name ? -1 : 1));

export const standardRole = (name: string): Row | undefined => standardRows.find((row) => row.name === name);

/** Picks the standard roles that come on a page, as its first rows, and where to go on with the others. */
export function standardOnPage(page: Page): { rows: Row[]; rest: Page } {
  const { after, offset } = page;
  const coming = standardRows.filter(
    ({ id }) => !after || (after.creationTime === firstTime && (id as string) > after.id),
  );
  return { rows: coming.slice(offset), rest: { ...page, offset: Math.max(0, offset - coming.length) } };
}

/**
 * Picks the standard roles that may come on a page of the newest first, behind the rows of the organization's own.
 * @param own how many roles of its own the organization has, when the page has an offset
 */
export function standardAtEnd({ after, offset }: Page, own: number): Row[] {
  const coming = standardRows.filter(
    ({ id }) => after?.creationTime !== firstTime || (id as string) < after.id,
  );
  return coming.reverse().slice(Math.max(0, offset - own));
}

export const standardCount = standardRows.length;
