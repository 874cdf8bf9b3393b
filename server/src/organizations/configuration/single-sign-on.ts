import { isSsoUsable } from '../../authentication/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import { type Finding, invalid } from '../../platform/errors.ts';
import { type AddressRules, addressProblem } from '../../platform/outside/address-guard.ts';
import { lockMembers, requireGrantable, requireNoMore } from '../authority.ts';
import { SSOConfigInfo } from '../records.ts';
import { permissions } from '../roles/permissions.ts';
import type { ConfigurationRecord, Setting } from './define.ts';

const texts = ['issuer', 'clientID', 'clientSecret', 'defaultRole'];

/** Sign-in through an external OpenID provider. The client secret is encrypted and never returned. */
export const singleSignOn: ConfigurationRecord = {
  name: 'ssoConfigInfo',
  word: 'SsoConfigInfo',
  group: 'Organization',
  summary: 'single sign-on',
  description:
    'Sign-in through an external OpenID provider: `enabled`, `issuer` (its https address), `clientID`, ' +
    '`clientSecret` (masked when read), `defaultRole` (for people at their first sign-in; VIEWER ' +
    'when unset). Other fields are stored unchanged. When the provider is disabled or replaced, the ' +
    'sessions that it opened end, except the caller’s own.',
  schema: SSOConfigInfo,
  check: checkProvider,
  precondition: requireOwnIssuer,
  follow: endSessionsOfFormer,
  complete: (next: Setting, before: Setting, { vault, organizationId }) =>
    next.clientSecret === undefined || next.clientSecret === before?.clientSecret
      ? next
      : { ...next, clientSecret: vault.encrypt(next.clientSecret, `sso ${organizationId}`) },
};

function checkProvider(patch: Setting, { issuers }: { issuers: AddressRules }): Finding[] {
  const findings: Finding[] = [];
  const isSet = (name: string) => patch[name] !== undefined && patch[name] !== null;
  for (const name of texts)
    if (isSet(name) && (typeof patch[name] !== 'string' || patch[name].length > 2000))
      findings.push({ pointer: `/${name}`, message: 'must be a text of at most 2000 characters' });
  if (isSet('enabled') && typeof patch.enabled !== 'boolean')
    findings.push({ pointer: '/enabled', message: 'must be true or false' });
  const wrong = typeof patch.issuer === 'string' ? issuerProblem(patch.issuer, issuers) : undefined;
  if (wrong) findings.push({ pointer: '/issuer', message: wrong });
  return findings;
}

/**
 * Validates an issuer; an empty text is allowed. The address is checked again before each request, because its
 * host name may resolve to another address later.
 * @returns the problem, or undefined
 */
function issuerProblem(issuer: string, rules: AddressRules): string | undefined {
  if (issuer === '') return undefined;
  if (!URL.canParse(issuer)) return 'must be the address of an OpenID provider';
  if (new URL(issuer).search !== '') return 'must not have a query';
  return addressProblem(issuer, rules);
}

async function requireOwnIssuer(scope: OrgTransaction, next: Setting, before: Setting): Promise<void> {
  const authority = await lockMembers(scope, 'organization:write');
  // A provider can sign in any member, even an ADMIN, so a change of the provider requires every permission.
  requireNoMore(authority, permissions);
  if (next.defaultRole !== undefined && next.defaultRole !== before?.defaultRole)
    await requireGrantable(scope, authority, next.defaultRole, '/defaultRole');
  const keepsSecret = before?.clientSecret !== undefined && next.clientSecret === before.clientSecret;
  if (keepsSecret && next.issuer !== undefined && next.issuer !== before.issuer)
    throw refuse('/clientSecret', 'must be given again, or removed by null, when the issuer changes');
  if (!isSsoUsable(next) && (await isOnlyWayIn(scope)))
    throw refuse('/enabled', 'must stay true, with issuer and clientID, while only SSO is allowed');
}

/**
 * Ends the sessions of the former provider, except the caller's session. If SSO is the only allowed method,
 * that session can still correct a wrong issuer.
 */
async function endSessionsOfFormer(
  { query, actor }: OrgTransaction,
  next: Setting,
  before: Setting,
): Promise<void> {
  if (!isSsoUsable(before) || (isSsoUsable(next) && next.issuer === before.issuer)) return;
  await query({
    name: 'end_provider_sessions',
    text: 'SELECT end_provider_sessions($1) AS ended',
    values: [actor.id],
  });
}

const refuse = (pointer: string, message: string) => invalid([{ pointer, message }]);

async function isOnlyWayIn({ query, organizationId }: OrgTransaction): Promise<boolean> {
  const [row] = await query<RowOf<'organization', 'allowed_auth_methods'>>({
    name: 'read_auth_methods',
    text: 'SELECT allowed_auth_methods FROM organization WHERE organization_id = $1',
    values: [organizationId],
  });
  const methods = row?.allowed_auth_methods ?? [];
  return methods.length > 0 && !methods.includes('PASSWORD');
}
