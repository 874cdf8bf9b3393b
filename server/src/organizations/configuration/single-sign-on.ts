import type { Finding } from '../../platform/errors.ts';
import { SSOConfigInfo } from '../records.ts';
import type { ConfigurationRecord, Setting } from './define.ts';

const texts = ['issuer', 'clientID', 'clientSecret', 'defaultRole'];

/** Sign-in through an outside OpenID provider. The provider's secret is sealed and never shown again. */
export const singleSignOn: ConfigurationRecord = {
  name: 'ssoConfigInfo',
  word: 'SsoConfigInfo',
  group: 'Organization',
  summary: 'single sign-on',
  description:
    'Sign-in through an outside OpenID provider: `enabled`, `issuer` (its https address), `clientID`, `clientSecret` ' +
    '(written, and shown as stars), `defaultRole` (of people who come in for the first time; VIEWER when unset). ' +
    'Other fields are kept as they are.',
  schema: SSOConfigInfo,
  check: checkProvider,
  complete: (next: Setting, before: Setting, { vault, organizationId }) =>
    next.clientSecret === undefined || next.clientSecret === before?.clientSecret
      ? next
      : { ...next, clientSecret: vault.seal(next.clientSecret, `sso ${organizationId}`) },
};

function checkProvider(patch: Setting): Finding[] {
  const findings: Finding[] = [];
  const isSet = (name: string) => patch[name] !== undefined && patch[name] !== null;
  for (const name of texts)
    if (isSet(name) && (typeof patch[name] !== 'string' || patch[name].length > 2000))
      findings.push({ pointer: `/${name}`, message: 'must be a text of at most 2000 characters' });
  if (isSet('enabled') && typeof patch.enabled !== 'boolean')
    findings.push({ pointer: '/enabled', message: 'must be true or false' });
  if (typeof patch.issuer === 'string' && !URL.canParse(patch.issuer))
    findings.push({ pointer: '/issuer', message: 'must be the address of an OpenID provider' });
  return findings;
}
