import { isSsoUsable } from '../../authentication/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { columns, defineStatement } from '../../platform/database/define-statement.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import { errors, invalid } from '../../platform/errors.ts';
import { lockRows } from '../../platform/http/record-tags.ts';
import { type Answer, route } from '../../platform/http/route.ts';
import { fieldNames } from '../../platform/records/merge.ts';
import { organizationColumnList, recordOrganization, type StoredOrganization } from '../columns.ts';
import { OrganizationRow } from '../records.ts';
import { requireOwnDomain } from './create.ts';
import { exampleRow, one, serverOwned, UpdateOrganizationParams } from './params.ts';
import { answer, selectOwnOrganization } from './read.ts';

export type LockedOrganization = StoredOrganization & RowOf<'organization', 'sequence'>;

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

async function changeOrganization(scope: OrgTransaction, params: UpdateOrganizationParams): Promise<Answer> {
  requireSomething(params);
  if (params.requireSecondFactor) requireOwnFactor(scope);
  const before = await lockOrganization(scope);
  const next = applyParams(before, params, scope.actor.email);
  const [after] = await scope.query<LockedOrganization>(
    update({
      key: { organization_id: scope.organizationId },
      organization: { ...next, last_update_time: scope.now },
    }),
  );
  await scope.query(recordOrganization(scope, 'UPDATE', after as LockedOrganization, before));
  const [row] = await scope.query(selectOwnOrganization(scope.organizationId, scope.actor.id));
  return answer(scope, row);
}

/**
 * Rejects a body without any field of an organization, because it was probably sent to the wrong path.
 * @throws 400 for such a body
 */
function requireSomething(params: UpdateOrganizationParams): void {
  const names = fieldNames(UpdateOrganizationParams);
  if (names.some((name) => name in params)) return;
  throw invalid([{ pointer: '', message: `must have at least one of ${names.join(', ')}` }]);
}

export async function lockOrganization(scope: OrgTransaction): Promise<LockedOrganization> {
  const [row] = await scope.query<LockedOrganization>({
    name: 'lock_organization',
    text: `SELECT ${organizationColumnList}, o.sequence FROM organization o
           WHERE o.organization_id = $1 FOR UPDATE`,
    values: [scope.organizationId],
  });
  return row as LockedOrganization;
}

/** The default type of an organization. */
const firstType = 'SELLER';

/** The row after the change. Absent fields are unchanged; null and the empty text remove a field (R8). */
function applyParams(
  row: LockedOrganization,
  params: UpdateOrganizationParams,
  email: string | undefined,
): LockedOrganization {
  const text = (given: string | null | undefined, stored: string | null) =>
    given === undefined ? stored : given || null;
  const given = params.emailDomain;
  const domain = text(given ? given.toLowerCase() : given, row.email_domain);
  const { allowedAuthMethods } = params;
  // Null removes all methods; the parsed value is an empty list.
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

/** If absent, the value is unchanged; null means false. */
const setting = (given: boolean | null | undefined, stored: boolean): boolean =>
  given === undefined ? stored : (given ?? false);

/**
 * Requires a second factor of the caller, because the change would otherwise lock the caller out.
 * @throws 403 without a second factor
 */
function requireOwnFactor({ lacksSecondFactor }: OrgTransaction): void {
  if (lacksSecondFactor)
    throw errors.second_factor_required(
      'Set up a second factor on your account page, or sign in with it, before you require one.',
    );
}

/**
 * Requires that members can still sign in.
 * @throws 400 if every sign-in method is excluded
 */
function requireWayIn(methods: readonly string[], { info }: LockedOrganization): void {
  if (methods.length === 0 || methods.includes('PASSWORD')) return;
  if (isSsoUsable(JSON.parse(info).ssoConfigInfo)) return;
  throw invalid([
    { pointer: '/allowedAuthMethods', message: 'must include PASSWORD while single sign-on is not set up' },
  ]);
}

export const updateOrganizationRoute = route({
  ...one,
  method: 'PATCH',
  operationId: 'updateOrganization',
  condition: { lock: lockRows(['organization']) },
  summary: 'Change an organization',
  description:
    'Absent fields keep their value; null or an empty text removes a field. A body without any of these ' +
    'fields is rejected. `emailDomain` can be set to the domain of the caller’s own address. Settings in ' +
    '`info` have separate operations and are ignored. Setting `requireSecondFactor` requires a ' +
    'session with a second factor, or a session from the organization’s own provider; other sessions are rejected ' +
    'from the next request on. API clients are not affected.',
  access: 'organization:write',
  errors: [errors.second_factor_required.definition],
  body: UpdateOrganizationParams,
  requiredFields: ['name'],
  example: { description: 'Sells software.', emailDomain: 'acme.example.com' },
  serverSetFields: serverOwned(UpdateOrganizationParams),
  response: OrganizationRow,
  responseDescription: 'The organization, with the caller’s role and permissions',
  responseExample: exampleRow,
  run: { kind: 'transaction', handle: (scope, { body }) => changeOrganization(scope, body) },
});
