import { z } from 'zod';
import {
  createSignupLinks,
  findSignupPurchase,
  type SignupLinkDeps,
  type SignupLinks,
  type SignupPurchase,
  signUp,
  signupPagePath,
} from '../entitlements/index.ts';
import { outOfService } from '../platform/access/organization-states.ts';
import type { InOrganization, OrgTransaction } from '../platform/access/scope.ts';
import { AppError } from '../platform/errors.ts';
import { answerBranded, type BrandedPage, card } from '../platform/http/branded-page.ts';
import { html, redirectTo } from '../platform/http/pages.ts';
import { type Answer, type RouteRequest, route, type WithParameters } from '../platform/http/route.ts';
import { createVisitorRate, networkOf } from '../platform/http/visitor-rate.ts';
import { linkParameters } from '../platform/secrets/signed-links.ts';
import { signedUpPage, signupFormPage } from './signup-content.ts';
import { type ReadForm, readSignupForm } from './signup-form.ts';
import { readSignupSettings, type SignupSettings, type SignupViewDeps, viewOf } from './signup-view.ts';

export type SignupPageDeps = SignupViewDeps &
  SignupLinkDeps & { inOrganization: InOrganization; now: () => Date };
type OpenDeps = SignupPageDeps & { signupLinks: SignupLinks };

/** Rate limit per network: a buyer loads and sends the page a few times, but many may share a company’s address. */
const visitsInAMinute = 240;

const common = {
  path: signupPagePath,
  group: 'Buyer',
  access: 'public',
  hidden: true,
  query: linkParameters,
  response: z.string(),
} as const;

/** The page on which a buyer signs up for a purchase, and its form (R12). */
export const signupPageRoutes = (given: SignupPageDeps) => {
  const deps = { ...given, signupLinks: createSignupLinks(given) };
  const rate = createVisitorRate(visitsInAMinute, () => performance.now());
  const limited = async (request: PageRequest, work: () => Promise<Answer>): Promise<Answer> => {
    const waitSeconds = rate.take(networkOf(request.ip));
    return waitSeconds === undefined
      ? work()
      : later(429, waitSeconds, 'Too many requests come from your network.');
  };
  return [
    route({
      ...common,
      method: 'GET',
      operationId: 'clientSignupPage',
      summary: 'Get the signup page of a purchase',
      responseDescription: 'The page',
      run: { kind: 'plain', handle: (request) => limited(request, () => show(deps, request)) },
    }),
    route({
      ...common,
      method: 'POST',
      operationId: 'clientSignupForm',
      summary: 'Send the form of the signup page',
      body: z.string(),
      bodyFormat: { type: 'raw', longest: 65_536 },
      responseDescription: 'Redirect to the page, or the page with the errors of the form',
      run: { kind: 'plain', handle: (request) => limited(request, () => send(deps, request)) },
    }),
  ];
};

type PageRequest = Pick<RouteRequest, 'ip' | 'url' | 'rawBody' | 'requestId'> &
  WithParameters<'signupId' | 'entitlementId'> & { query: z.output<typeof linkParameters> };

async function show(deps: OpenDeps, request: PageRequest, sent?: ReadForm): Promise<Answer> {
  const opened = await open(deps, request, async (_scope, opened) => opened);
  if ('answer' in opened) return opened.answer;
  const { settings, purchase } = opened;
  const view = await viewOf(deps, settings, purchase);
  return answerBranded(purchase.isSignedUp ? signedUpPage(view) : signupFormPage(view, sent));
}

/** Records a valid form, and redirects to the page, so that a reload sends nothing again. */
async function send(deps: OpenDeps, request: PageRequest): Promise<Answer> {
  const sent = readSignupForm(request.rawBody);
  const { form } = sent;
  if (!form) return show(deps, request, sent);
  const { entitlementId } = request.params;
  const opened = await open(deps, request, async (scope, { purchase }) => {
    if (!purchase.isSignedUp) await signUp(scope, entitlementId, form);
    return {};
  });
  return 'answer' in opened ? opened.answer : redirectTo(request.url);
}

type Opened = { settings: SignupSettings; purchase: SignupPurchase };

/**
 * Runs the work on the purchase to which the link grants access. Every invalid link has the same answer, so that the
 * answer does not reveal which purchases exist.
 */
async function open<T extends object>(
  { signupLinks, inOrganization, now, brands }: OpenDeps,
  { params, query, requestId }: PageRequest,
  work: (scope: OrgTransaction, opened: Opened) => Promise<T>,
): Promise<T | { answer: Answer }> {
  try {
    const { organizationId } = signupLinks.open(params, query, now());
    return await inOrganization(organizationId, requestId, async (scope) => {
      const settings = await readSignupSettings(brands, scope);
      if (settings.status === 'DELETED' || settings.config.signupId !== params.signupId)
        return { answer: refused };
      if (outOfService.includes(settings.status))
        return { answer: later(503, 30, 'This page is not available at the moment. Your purchase is safe.') };
      const purchase = await findSignupPurchase(scope, params.entitlementId);
      return purchase ? work(scope, { settings, purchase }) : { answer: refused };
    });
  } catch (error) {
    if (error instanceof AppError && [404, 410].includes(error.definition.status)) return { answer: refused };
    throw error;
  }
}

/** Answers in the look of buyers' pages, but without a seller, because the link does not prove whose page it is. */
const plainPage = (page: Pick<BrandedPage, 'title' | 'status' | 'headers' | 'content'>): Answer =>
  answerBranded({ ...page, brand: { name: '' }, isNarrow: true });

const refused = plainPage({
  title: 'This link is not valid',
  status: 404,
  content: card(
    undefined,
    html`<p>The link is invalid or has expired.</p>
<p>Go back to the marketplace, open your purchase there, and set up your account from there again.</p>`,
  ),
});

const later = (status: number, seconds: number, text: string): Answer =>
  plainPage({
    title: 'Try again later',
    status,
    headers: { 'retry-after': String(seconds) },
    content: card(undefined, html`<p>${text}</p><p>Wait a minute and load this page again.</p>`),
  });
