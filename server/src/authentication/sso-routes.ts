import type { Logger } from 'pino';
import { z } from 'zod';
import type { Addresses } from '../platform/addresses.ts';
import { errorPage, redirectTo } from '../platform/http/pages.ts';
import { type Answer, type RouteRequest, route, type WithParameters } from '../platform/http/route.ts';
import type { Vault } from '../platform/secrets/encryption.ts';
import type { ReadRequest } from './authorization-request.ts';
import { parametersOf } from './authorize-routes.ts';
import { letIn, type SignInDeps } from './sign-in.ts';
import { lockProvider, readSsoConfig, type SsoConfig } from './sso-config.ts';
import { type AdmitDeps, admit, JoinRefused } from './sso-join.ts';
import type { ProviderIdentity, SsoFlow, SsoProvider } from './sso-provider.ts';

export type SsoDeps = SignInDeps &
  AdmitDeps & {
    addresses: Addresses;
    vault: Vault;
    provider: SsoProvider;
    log: Logger;
    readRequest: (parameters: URLSearchParams) => ReadRequest;
  };

const common = {
  method: 'GET',
  group: 'Authentication',
  access: 'public',
  hidden: true,
  response: z.string(),
} as const;

/** Returns the routes to sign in through the OpenID provider of an organization. */
export const ssoRoutes = (deps: SsoDeps) => [
  route({
    ...common,
    path: '/oauth2/sso/{orgId}',
    operationId: 'startSso',
    summary: 'Start a sign-in through the identity provider of an organization',
    responseDescription: 'A redirect to the provider',
    run: { kind: 'plain', handle: (request) => start(deps, request) },
  }),
  route({
    ...common,
    path: '/oauth2/sso/callback',
    operationId: 'finishSso',
    summary: 'Complete a sign-in through an identity provider',
    responseDescription: 'A redirect back to the client',
    run: { kind: 'plain', handle: (request) => finish(deps, request) },
  }),
];

const flowSeconds = 600;
const flowContext = 'single sign-on under way';
const callbackOf = ({ addresses }: SsoDeps) => `${addresses.authUrl()}/oauth2/sso/callback`;

/**
 * The contents of the cookie during a sign-in at a provider. The cookie is encrypted, so that it cannot be read or
 * forged.
 */
type SsoCookie = SsoFlow & { organizationId: string; request: string; expiresAt: number };

const readConfig = (deps: SsoDeps, organizationId: string): Promise<SsoConfig | undefined> =>
  deps.database.transaction((queryable) => readSsoConfig(queryable, deps.vault, organizationId), 'system');

async function start(deps: SsoDeps, http: RouteRequest & WithParameters<'orgId'>): Promise<Answer> {
  const organizationId = http.params.orgId;
  const config = await readConfig(deps, organizationId);
  if (!config) return errorPage('The organization does not exist or has no single sign-on.', 404);
  const read = deps.readRequest(parametersOf(http));
  if (read.kind === 'page') return errorPage(read.message);
  if (read.kind === 'redirect') return redirectTo(read.location);
  try {
    const { location, flow } = await deps.provider.begin(config, callbackOf(deps));
    const expiresAt = deps.now().getTime() + flowSeconds * 1000;
    const kept: SsoCookie = { ...flow, organizationId, request: read.request.text, expiresAt };
    const cookie = deps.vault.encrypt(JSON.stringify(kept), flowContext);
    return redirectTo(location, deps.cookies.set({ name: 'sso', value: cookie, seconds: flowSeconds }));
  } catch (error) {
    deps.log.warn({ err: error, organizationId }, 'an identity provider could not be reached');
    return errorPage(
      'The identity provider of the organization cannot be reached, or is not configured correctly.',
    );
  }
}

const notVouched = 'The identity provider of the organization did not confirm your sign-in.';

async function finish(deps: SsoDeps, http: RouteRequest): Promise<Answer> {
  const kept = readKept(deps, http);
  const config = kept && (await readConfig(deps, kept.organizationId));
  if (!kept || !config) return errorPage('This sign-in has expired or was started in another browser.');
  const read = deps.readRequest(new URLSearchParams(kept.request));
  if (read.kind !== 'request')
    return errorPage('This sign-in has expired or was started in another browser.');
  const identity = await identityOf(deps, http, config, kept);
  if (!identity) return errorPage(notVouched);
  try {
    const { id: personId } = await deps.database.transaction(
      (queryable) => admit(deps, queryable, config, identity),
      'system',
    );
    const { organizationId } = config;
    const stillProved = lockProvider(config);
    const proof = { personId, method: 'SSO', factor: undefined, organizationId, stillProved } as const;
    return (await letIn(deps, http, read.request, proof)) ?? errorPage(notVouched);
  } catch (error) {
    if (error instanceof JoinRefused) return errorPage(error.message, 403);
    throw error;
  }
}

async function identityOf(
  deps: SsoDeps,
  http: RouteRequest,
  config: SsoConfig,
  flow: SsoFlow,
): Promise<ProviderIdentity | undefined> {
  try {
    const answer = new URL(`${callbackOf(deps)}${new URL(http.url, 'http://local').search}`);
    return await deps.provider.finish(config, flow, answer);
  } catch (error) {
    deps.log.warn(
      { err: error, organizationId: config.organizationId },
      'a sign-in through an identity provider failed',
    );
    return undefined;
  }
}

function readKept(deps: SsoDeps, http: RouteRequest): SsoCookie | undefined {
  const cookie = deps.cookies.read(http, 'sso');
  if (cookie === undefined) return undefined;
  try {
    const kept = JSON.parse(deps.vault.decrypt(cookie, flowContext)) as SsoCookie;
    return kept.expiresAt > deps.now().getTime() ? kept : undefined;
  } catch {
    return undefined;
  }
}
