import { z } from 'zod';
import { answerPage, type Html, html, redirectTo } from '../../platform/http/pages.ts';
import { type Answer, type RouteRequest, route, type WithParameters } from '../../platform/http/route.ts';
import { createVisitorRate, networkOf, type VisitorRate } from '../../platform/http/visitor-rate.ts';
import { type Landing, type LandingDeps, land } from './landing.ts';

/** A buyer comes once or twice; many may come from the address of one company. */
const visitsInAMinute = 60;

const common = {
  path: '/public/signup/{partner}/orgId/{orgId}',
  group: 'Marketplaces',
  access: 'public',
  hidden: true,
  summary: 'Where marketplaces send buyers after a purchase',
  response: z.string(),
  responseDescription: 'Leads on to the page of the seller, or a page that says why not',
} as const;

/** The landing of buyers: some marketplaces post the token of the purchase, some have it in the query. */
export const landingRoutes = (deps: LandingDeps) => {
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
      bodyFormat: 'raw',
      bodyLimit: 65_536,
      run: { kind: 'plain', handle: (request) => receive(deps, rate, request) },
    }),
  ];
};

type Visited = Pick<RouteRequest, 'ip' | 'url' | 'rawBody' | 'requestId'> &
  WithParameters<'partner' | 'orgId'>;

async function receive(
  deps: LandingDeps,
  rate: VisitorRate,
  { params, ip, url, rawBody, requestId }: Visited,
): Promise<Answer> {
  const waitSeconds = rate.take(networkOf(ip));
  if (waitSeconds !== undefined) return wait(429, waitSeconds, tooMany);
  const start = url.indexOf('?');
  const sent = [new URLSearchParams(rawBody), new URLSearchParams(start < 0 ? '' : url.slice(start + 1))];
  const landing = await land(deps, {
    partner: params.partner.toUpperCase(),
    organizationId: params.orgId,
    requestId,
    parameter: (name) => {
      const value = sent.map((each) => each.get(name)).find(Boolean);
      // Tokens have no blanks: one was a plus that nobody had encoded.
      return value?.replaceAll(' ', '+');
    },
  });
  return answerOf(landing);
}

function answerOf(landing: Landing): Answer {
  if (landing.outcome === 'refused') return page(400, 'This did not work', refused);
  if (landing.outcome === 'later')
    return wait(503, Math.max(1, Math.ceil(landing.retryAfterMs / 1000)), later);
  return landing.goesOnTo === undefined ? page(200, 'Thank you', bought) : redirectTo(landing.goesOnTo);
}

const alert = (text: string): Html => html`<p class="error" role="alert">${text}</p>`;
const refused = html`${alert('The link is not valid, or it is too old.')}
<p>Go back to the marketplace, open your purchase there, and set up your account from there again.</p>`;
const later = html`${alert('Your purchase cannot be looked up at the moment. Nothing is lost.')}
<p>Wait a minute and load this page again, or set up your account from the marketplace again.</p>`;
const tooMany = html`${alert('Too many requests come from your network.')}
<p>Wait a minute and load this page again.</p>`;
const bought = html`<p>Your purchase is registered.</p><p>The seller will contact you about your account.</p>`;

const wait = (status: number, seconds: number, content: Html): Answer =>
  page(status, 'This did not work', content, { 'retry-after': String(seconds) });

/** Its address has the token: no other page learns it, not even one of ours. */
const page = (status: number, title: string, content: Html, headers: Record<string, string> = {}): Answer =>
  answerPage({ title, status, content, headers: { 'referrer-policy': 'no-referrer', ...headers } });
