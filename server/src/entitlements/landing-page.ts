import { SignJWT } from 'jose';
import type { Logger } from 'pino';
import { z } from 'zod';
import { type SigningKeys, signingAlgorithm } from '../authentication/index.ts';
import { NotConnected } from '../marketplaces/connections/index.ts';
import {
  type AdapterRegistry,
  type AgreementSnapshot,
  isLandingAddress,
  type MarketplaceAdapter,
  MarketplaceError,
  type Purchase,
} from '../marketplaces/index.ts';
import { readSignupPageConfig } from '../organizations/index.ts';
import { type OrganizationStatus, outOfService } from '../platform/access/organization-states.ts';
import type { InOrganization, OrgTransaction } from '../platform/access/scope.ts';
import type { Addresses } from '../platform/addresses.ts';
import type { Database } from '../platform/database/database.ts';
import type { RowOf } from '../platform/database/rows.ts';
import { answerPage, type Html, hiddenFields, html, type Page, redirectTo } from '../platform/http/pages.ts';
import { type Answer, type RouteRequest, route, type WithParameters } from '../platform/http/route.ts';
import { createVisitorRate, networkOf, type VisitorRate } from '../platform/http/visitor-rate.ts';
import type { NewId } from '../platform/ids.ts';
import { applyPurchase } from './agreements/index.ts';
import type { EntitlementRow } from './columns.ts';
import { findPurchasedProduct } from './hosted-signup.ts';
import { readAgreement } from './observe.ts';
import { createSignupLinks, type SignupLinkDeps, type SignupLinks } from './signup-links.ts';

/** Rate limit per network: a buyer visits once or twice, but many may share a company’s address. */
const visitsInAMinute = 60;

const common = {
  path: '/public/signup/{partner}/orgId/{orgId}',
  group: 'Marketplaces',
  access: 'public',
  hidden: true,
  summary: 'Landing page for buyers after a purchase',
  response: z.string(),
  responseDescription: 'Redirect to the seller’s page, or an error page',
} as const;

/** The landing pages: some marketplaces post the purchase token, and other marketplaces send it in the query. */
export const landingRoutes = (given: LandingDeps) => {
  const deps = { ...given, signupLinks: createSignupLinks(given) };
  const rate = createVisitorRate(visitsInAMinute, () => performance.now());
  return [
    route({
      ...common,
      method: 'GET',
      operationId: 'landingPage',
      run: { kind: 'plain', handle: (request) => receive(deps, rate, request) },
    }),
    route({
      ...common,
      method: 'POST',
      operationId: 'landingForm',
      body: z.string(),
      bodyFormat: { type: 'raw', longest: 65_536 },
      run: { kind: 'plain', handle: (request) => receive(deps, rate, request) },
    }),
  ];
};

type VisitRequest = Pick<RouteRequest, 'ip' | 'url' | 'rawBody' | 'requestId'> &
  WithParameters<'partner' | 'orgId'>;

async function receive(
  deps: VisitDeps,
  rate: VisitorRate,
  { params, ip, url, rawBody, requestId }: VisitRequest,
): Promise<Answer> {
  const waitSeconds = rate.take(networkOf(ip));
  if (waitSeconds !== undefined) return wait(429, waitSeconds, { content: tooManyText });
  const start = url.indexOf('?');
  const sent = [new URLSearchParams(rawBody), new URLSearchParams(start < 0 ? '' : url.slice(start + 1))];
  const landing = await land(deps, {
    partner: params.partner.toUpperCase(),
    organizationId: params.orgId,
    requestId,
    parameter: (name) => {
      const value = sent.map((each) => each.get(name)).find(Boolean);
      // Tokens contain no spaces, so a space is a plus sign that was sent unencoded.
      return value?.replaceAll(' ', '+');
    },
  });
  return answerOf(landing);
}

function answerOf(landing: Landing): Answer {
  if (landing.outcome === 'refused')
    return page({ status: 400, title: 'Purchase not confirmed', content: refusedText });
  if (landing.outcome === 'later') return later(landing);
  return landing.goesOnTo === undefined
    ? page({ title: 'Thank you', content: boughtText })
    : redirectTo(landing.goesOnTo);
}

/** The page sends the token again in a form, so that the new address does not contain it. */
function later({ retryAfterMs, token }: Landing & { outcome: 'later' }): Answer {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  if (!token) return wait(503, seconds, { content: laterText(seconds) });
  return wait(503, seconds, {
    content: html`${laterText(seconds)}
<form method="post" action="?">${hiddenFields({ [token.name]: token.value })}<button>Try again now</button></form>`,
    script: `setTimeout(()=>document.forms[0].submit(),${seconds * 1000})`,
    // The response to the form redirects to the seller's page, whose address is unknown until then.
    leadsTo: 'https: http:',
  });
}

const alert = (text: string): Html => html`<p class="error" role="alert">${text}</p>`;
const refusedText = html`${alert('The link is invalid or has expired.')}
<p>Go back to the marketplace, open your purchase there, and set up your account from there again.</p>`;
const laterText = (seconds: number): Html =>
  html`${alert('Your purchase cannot be confirmed at the moment. Your purchase is safe.')}
<p>This page tries again in ${String(seconds)} seconds. You can also set up your account from the marketplace again later.</p>`;
const tooManyText = html`${alert('Too many requests come from your network.')}
<p>Wait a minute and load this page again.</p>`;
const boughtText = html`<p>Your purchase is registered.</p><p>The seller will contact you about your account.</p>`;

const wait = (status: number, seconds: number, parts: Pick<Page, 'content' | 'script' | 'leadsTo'>): Answer =>
  page({
    ...parts,
    status,
    title: 'Purchase not confirmed',
    headers: { 'retry-after': String(seconds) },
  });

/** The address may contain the token, so the referrer is not sent to other pages. */
const page = (parts: Page): Answer =>
  answerPage({ ...parts, headers: { 'referrer-policy': 'no-referrer', ...parts.headers } });

export type LandingDeps = SignatureDeps &
  SignupLinkDeps & {
    registry: AdapterRegistry;
    database: Database;
    inOrganization: InOrganization;
    log: Logger;
    wake: () => void;
  };

type VisitDeps = LandingDeps & { signupLinks: SignupLinks };

/** A buyer’s visit from a marketplace to a seller’s landing page. */
type Visit = {
  partner: string;
  organizationId: string;
  requestId: string;
  /** Reads a parameter of the request. */
  parameter: (name: string) => string | undefined;
};

/** Outcome of a visit. */
type Landing =
  /** The seller’s page to which the buyer is redirected. */
  | { outcome: 'bought'; goesOnTo: string | undefined }
  /** The response contains no reason, so that it does not reveal which organizations exist. */
  | { outcome: 'refused' }
  | { outcome: 'later'; retryAfterMs: number; token: Token | undefined };

/** The token of a visit, and the parameter in which it was sent. */
type Token = { name: string; value: string };

const refused: Landing = { outcome: 'refused' };
const usualWaitMs = 30_000;
const longestToken = 8192;

/**
 * Receives a buyer whom a marketplace sends after a purchase: resolves the token at the marketplace, outside of every
 * transaction, then finds or creates the entitlement. Never throws, and never logs the token.
 */
async function land(deps: VisitDeps, visit: Visit): Promise<Landing> {
  const { organizationId, partner } = visit;
  let token: Token | undefined;
  try {
    const seller = await findSeller(deps.database, organizationId);
    const adapter = seller && (await deps.registry.find({ organizationId, ...seller }, partner));
    const name = adapter?.describe().purchaseTokenParameter;
    const value = name && visit.parameter(name);
    if (!adapter?.resolvePurchase || !value || value.length > longestToken) return refused;
    token = { name, value };
    if (seller && outOfService.includes(seller.status))
      return { outcome: 'later', retryAfterMs: usualWaitMs, token };
    const purchase = await adapter.resolvePurchase(value);
    const agreement = await agreementOf(adapter, purchase);
    const bought = await deps.inOrganization(organizationId, visit.requestId, async (scope) => {
      const entitlement = await applyPurchase(scope, partner, purchase, agreement);
      const url = await fulfillmentUrl(scope, entitlement);
      return { entitlement, url, signupUrl: url ? undefined : await signupUrl(deps, scope, entitlement.id) };
    });
    deps.wake();
    const { entitlement, url, signupUrl: hosted } = bought;
    return { outcome: 'bought', goesOnTo: url ? await addressOf(deps, url, entitlement) : hosted };
  } catch (error) {
    const { kind, retryAfterMs, message } = error as Partial<MarketplaceError> & Error;
    const isRefusal =
      error instanceof NotConnected || (error instanceof MarketplaceError && kind === 'refused');
    const said = token ? message.replaceAll(token.value, '…') : message;
    deps.log[isRefusal ? 'info' : 'warn'](
      { organizationId: isRefusal ? undefined : organizationId, partner, kind, error: said },
      'the purchase of a buyer from a marketplace could not be resolved',
    );
    return isRefusal ? refused : { outcome: 'later', retryAfterMs: retryAfterMs ?? usualWaitMs, token };
  }
}

type Seller = RowOf<'organization', 'environment' | 'status', { status: OrganizationStatus }>;

/** Reads the organization of a visit, unless it was deleted. */
async function findSeller(database: Database, organizationId: string): Promise<Seller | undefined> {
  const [row] = await database.transaction(
    ({ query }) =>
      query<Seller>({
        name: 'find_seller',
        text: `SELECT environment, status FROM organization WHERE organization_id = $1 AND status <> 'DELETED'`,
        values: [organizationId],
      }),
    'system',
  );
  return row;
}

/**
 * Reads the agreement, if it is visible at the marketplace already; otherwise the purchase is applied
 * provisionally.
 */
async function agreementOf(
  adapter: MarketplaceAdapter,
  { externalAgreementId }: Purchase,
): Promise<AgreementSnapshot | undefined> {
  if (externalAgreementId === undefined) return undefined;
  return readAgreement(adapter, externalAgreementId).catch(() => undefined);
}

/** Creates the link to the signup page for the purchase, if the seller has created that page. */
async function signupUrl(
  { signupLinks }: VisitDeps,
  scope: OrgTransaction,
  entitlementId: string,
): Promise<string | undefined> {
  const { signupId } = await readSignupPageConfig(scope);
  const { organizationId } = scope;
  return signupId && signupLinks.link({ organizationId, signupId, entitlementId }, scope.wallNow);
}

/**
 * Reads the seller’s web address for buyers of the product; ignores addresses that are not of the web, and the landing page
 * of the service, which would redirect in a loop.
 */
async function fulfillmentUrl(
  scope: OrgTransaction,
  entitlement: EntitlementRow,
): Promise<string | undefined> {
  const product = await findPurchasedProduct(scope, entitlement);
  const url = product?.fulfillment_url;
  return url && isWebAddress(url) && !isLandingAddress(url, scope.organizationId) ? url : undefined;
}

const isWebAddress = (url: string): boolean =>
  URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol);

/** Creates the address of the seller’s page, with the purchase as signed parameters. */
async function addressOf(
  deps: SignatureDeps,
  url: string,
  { organization_id: organizationId, id, partner, type }: EntitlementRow,
): Promise<string> {
  const address = new URL(url);
  const parameters = {
    tradepostEntitlementId: id,
    partner: (partner ?? '').toLowerCase(),
    offerType: type ?? 'DEFAULT',
  };
  const tradepostSignature = await signParameters(deps, organizationId, parameters);
  for (const [name, value] of Object.entries({ ...parameters, tradepostSignature }))
    address.searchParams.set(name, value);
  return address.href;
}

type SignatureDeps = { keys: SigningKeys; addresses: Addresses; newId: NewId; now: () => Date };

/**
 * The `typ` header of the signature. Access tokens have another type, so that a signature is not accepted as an
 * access token or vice versa.
 */
const tokenType = 'landing+jwt';

/** Lifetime of the signature after the redirect, in seconds. */
const lifetimeS = 600;

/**
 * Signs the parameters of the redirect to the seller’s page: a JWT for the organization, verifiable with the keys
 * that the service publishes.
 */
async function signParameters(
  { keys, addresses, newId, now }: SignatureDeps,
  organizationId: string,
  parameters: Readonly<Record<string, string>>,
): Promise<string> {
  const { kid, key } = await keys.current();
  const issuedAt = Math.floor(now().getTime() / 1000);
  return new SignJWT(parameters)
    .setProtectedHeader({ alg: signingAlgorithm, typ: tokenType, kid })
    .setIssuer(addresses.authUrl())
    .setAudience(organizationId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifetimeS)
    .setJti(newId('vis'))
    .sign(key);
}
