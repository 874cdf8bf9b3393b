import { isSsoUsable } from '../../authentication/index.ts';
import type { OrgScope, OrgTransaction } from '../../platform/access/scope.ts';
import { columns, defineStatement } from '../../platform/database/define-statement.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import type { Row } from '../../platform/database/statement.ts';
import { errors, invalid } from '../../platform/errors.ts';
import { type Answer, type Batch, RawJson } from '../../platform/http/route.ts';
import { fieldNames } from '../../platform/records/merge.ts';
import { organizationColumnList, recordOrganization, type StoredOrganization } from '../columns.ts';
import { organizationErrors } from '../errors.ts';
import { requireOwnDomain } from './create.ts';
import { UpdateOrganizationParams } from './params.ts';
import { encodeOwnRow, type OwnRow, selectOwnOrganization } from './row-conversion.ts';

type OrganizationRow = StoredOrganization & RowOf<'organization', 'sequence'>;

const answer = (scope: OrgScope, row: Row | undefined): Answer => ({
  body: new RawJson(encodeOwnRow(row as OwnRow, scope.actor)),
});

export const getOrganization = (scope: OrgScope): Batch => ({
  statements: [selectOwnOrganization(scope.organizationId, scope.actor.id)],
  respond: ([rows]) => answer(scope, rows?.[0]),
});

const update = defineStatement(
  'update_organization',
  {
    key: columns('organization', ['organization_id']),
    organization: columns('organization', [
      'name',
      'description',
      'website',
      'email_domain',
      'type',
      'allowed_auth_methods',
      'require_second_factor',
      'last_update_time',
    ]),
  },
  ({ key, organization }) => `UPDATE organization AS o SET ${organization.set}, sequence = o.sequence + 1
    WHERE ${key.equals('o')} RETURNING ${organizationColumnList}, o.sequence`,
);

export async function changeOrganization(
  scope: OrgTransaction,
  params: UpdateOrganizationParams,
): Promise<Answer> {
  requireSomething(params);
  if (params.requireSecondFactor) requireOwnFactor(scope);
  const before = await lockOrganization(scope);
  const next = patched(before, params, scope.actor.email);
  const [after] = await scope.query<OrganizationRow>(
    update({
      key: { organization_id: scope.organizationId },
      organization: { ...next, last_update_time: scope.now },
    }),
  );
  await scope.query(recordOrganization(scope, 'UPDATE', after as OrganizationRow, before));
  const [row] = await scope.query(selectOwnOrganization(scope.organizationId, scope.actor.id));
  return answer(scope, row);
}

/** A change of something else that came to a wrong path is none of the organization. @throws 400 */
function requireSomething(params: UpdateOrganizationParams): void {
  const names = fieldNames(UpdateOrganizationParams);
  if (names.some((name) => name in params)) return;
  throw invalid([{ pointer: '', message: `must have one of ${names.join(', ')}` }]);
}

/** The reads of what an organization has sold: entitlements belong to a slice behind this one. */
export type Sold = {
  anything: (scope: OrgTransaction) => Promise<boolean>;
  /** What goes on. */
  live: (scope: OrgTransaction) => Promise<boolean>;
  /** Usage that waits: nobody would see what becomes of it. */
  usage: (scope: OrgTransaction) => Promise<boolean>;
};

/**
 * Deletes an organization. The row is kept, for what others have of it; nobody gets in any more.
 * @param confirm the name of the organization, which only an organization that has never sold anything goes without
 */
export async function deleteOrganization(
  scope: OrgTransaction,
  sold: Sold,
  confirm: string | undefined,
): Promise<Answer> {
  const before = await lockOrganization(scope);
  if ((await sold.live(scope)) || (await sold.usage(scope))) throw organizationErrors.organization_in_use();
  if (confirm === undefined ? await sold.anything(scope) : confirm !== before.name)
    throw invalid([{ pointer: 'confirm', message: 'must be the name of the organization' }]);
  const [after] = await scope.query<OrganizationRow>({
    name: 'delete_organization',
    text: `UPDATE organization AS o SET status = 'DELETED', last_update_time = $2, sequence = o.sequence + 1
           WHERE o.organization_id = $1 RETURNING ${organizationColumnList}, o.sequence`,
    values: [scope.organizationId, scope.now],
  });
  await scope.query(recordOrganization(scope, 'DELETE', after as OrganizationRow, before));
  return { body: scope.organizationId };
}

async function lockOrganization(scope: OrgTransaction): Promise<OrganizationRow> {
  const [row] = await scope.query<OrganizationRow>({
    name: 'lock_organization',
    text: `SELECT ${organizationColumnList}, o.sequence FROM organization o
           WHERE o.organization_id = $1 FOR UPDATE`,
    values: [scope.organizationId],
  });
  return row as OrganizationRow;
}

/** The type of an organization that says none. */
const firstType = 'SELLER';

/** The row as the change makes it: absent keeps, null and the empty text remove (R8). */
function patched(
  row: OrganizationRow,
  params: UpdateOrganizationParams,
  email: string | undefined,
): OrganizationRow {
  const text = (given: string | null | undefined, stored: string | null) =>
    given === undefined ? stored : given || null;
  const given = params.emailDomain;
  const domain = text(given ? given.toLowerCase() : given, row.email_domain);
  const { allowedAuthMethods } = params;
  // Null removes all of them: the set of it is empty.
  const methods = allowedAuthMethods === undefined ? undefined : [...new Set(allowedAuthMethods)];
  if (methods) requireWayIn(methods, row);
  return {
    ...row,
    name: params.name ?? row.name,
    description: text(params.description, row.description),
    website: text(params.website, row.website),
    email_domain: domain && domain !== row.email_domain ? requireOwnDomain(domain, email) : domain,
    type: params.type === null ? firstType : params.type || row.type,
    allowed_auth_methods: methods ?? row.allowed_auth_methods,
    require_second_factor: setting(params.requireSecondFactor, row.require_second_factor),
  };
}

/** Absent keeps, null is false. */
const setting = (given: boolean | null | undefined, stored: boolean): boolean =>
  given === undefined ? stored : (given ?? false);

/** Nobody locks itself out. @throws 403 */
function requireOwnFactor({ lacksSecondFactor }: OrgTransaction): void {
  if (lacksSecondFactor)
    throw errors.second_factor_required(
      'Set up a second factor on your account page, or sign in with it, before you require one.',
    );
}

/** @throws 400 when nobody could sign in any more */
function requireWayIn(methods: readonly string[], { info }: OrganizationRow): void {
  if (methods.length === 0 || methods.includes('PASSWORD')) return;
  if (isSsoUsable(JSON.parse(info).ssoConfigInfo)) return;
  throw invalid([
    { pointer: '/allowedAuthMethods', message: 'must include PASSWORD while single sign-on is not set up' },
  ]);
}
