import { z } from 'zod';
import {
  answerPage,
  errorNote,
  errorPage,
  type Html,
  hiddenFields,
  html,
  redirectTo,
} from '../platform/http/pages.ts';
import { type Answer, type RouteRequest, route } from '../platform/http/route.ts';
import type { AttemptRates } from './attempt-rates.ts';
import { type AuthorizationRequest, type ReadRequest, withParameters } from './authorization-request.ts';
import { formField } from './browser-forms.ts';
import { answered, signUpPath } from './page-answers.ts';
import { type PasskeyStepDeps, passkeyPart, provePasskey } from './passkey-step.ts';
import type { PersonPages } from './person-pages.ts';
import { lockPassword, type Person } from './person-store.ts';
import type { SecondFactor } from './second-factors.ts';
import { type PendingSteps, pendingField, secondStepForm } from './second-step.ts';
import { lockSessionForShare, type Session } from './sessions.ts';
import { letIn, letInAgain, type Proof, type SignInDeps } from './sign-in.ts';

export type AuthorizeDeps = SignInDeps &
  PersonPages &
  PasskeyStepDeps & {
    attemptRates: AttemptRates;
    pendingSteps: PendingSteps;
    readRequest: (parameters: URLSearchParams) => ReadRequest;
  };

const common = { group: 'Authentication', access: 'public', hidden: true, response: z.string() } as const;

/** Returns the pages on which a user signs in to a client (OAuth 2.1, authorization code with PKCE). */
export const authorizeRoutes = (deps: AuthorizeDeps) => [
  route({
    ...common,
    method: 'GET',
    path: '/oauth2/authorize',
    operationId: 'authorize',
    summary: 'Sign in to a client',
    responseDescription: 'The sign-in page, or a redirect back to the client',
    run: { kind: 'plain', handle: (request) => authorize(deps, request) },
  }),
  route({
    ...common,
    method: 'POST',
    path: '/oauth2/signIn',
    operationId: 'signIn',
    summary: 'Submit the sign-in page',
    body: z.string(),
    bodyFormat: { type: 'raw' },
    responseDescription: 'A redirect back to the client, or the page again',
    run: { kind: 'plain', handle: (request) => signIn(deps, request) },
  }),
];

export const parametersOf = (request: RouteRequest): URLSearchParams =>
  new URL(request.url, 'http://local').searchParams;

async function authorize(deps: AuthorizeDeps, http: RouteRequest): Promise<Answer> {
  const read = deps.readRequest(parametersOf(http));
  if (read.kind === 'page') return errorPage(read.message);
  if (read.kind === 'redirect') return redirectTo(read.location);
  const { request } = read;
  const session = request.prompt === 'login' ? undefined : await deps.session(http);
  // Any program on the machine may receive the response for a native client, so the user must consent.
  if (session && !request.client.native) return letInAgain(deps, request, session);
  if (request.prompt === 'none') {
    const error = session ? 'consent_required' : 'login_required';
    const { state } = request;
    return redirectTo(withParameters(request.redirectUri, { error, state, iss: deps.issuer() }));
  }
  return session ? consentPage(deps, http, request, session) : signInPage(deps, http, request);
}

async function signIn(deps: AuthorizeDeps, http: RouteRequest): Promise<Answer> {
  const form = deps.forms.read(http);
  if (!form) return errorPage('The page has expired or is invalid. Open the sign-in page again.', 403);
  const read = deps.readRequest(new URLSearchParams(form.get('request') ?? ''));
  if (read.kind === 'page') return errorPage(read.message);
  if (read.kind === 'redirect') return redirectTo(read.location);
  const { request } = read;
  switch (form.get('action')) {
    case 'password':
      return answered(() => byPassword(deps, http, request, form));
    case 'code':
      return answered(() => byCode(deps, http, request, form));
    case 'passkey':
      return answered(() => byPasskey(deps, http, request, form));
    case 'sso':
      return toProvider(request, form.get('organization') ?? '');
    case 'continue':
      return byBrowserSession(deps, http, request);
    default:
      return errorPage('The form is invalid. Open the sign-in page again.');
  }
}

async function byPassword(
  deps: AuthorizeDeps,
  http: RouteRequest,
  request: AuthorizationRequest,
  form: URLSearchParams,
): Promise<Answer> {
  const [email, password] = [form.get('email') ?? '', form.get('password') ?? ''];
  const acceptable = [email, password].every((text) => text.length <= 1000 && !/[\0\uFFFD]/.test(text));
  const tried = { email: email.trim(), password };
  const proved = acceptable
    ? await deps.accounts.checkPassword(tried, deps.browsers.callerOf(http))
    : undefined;
  if (proved?.needsFactor) return codePage(deps, http, request, deps.pendingSteps.begin(proved.person, form));
  const answer = proved && (await letIn(deps, http, request, byPasswordOf(proved.person, undefined)));
  if (answer) return answer;
  return signInPage(deps, http, request, {
    email: email.slice(0, 200),
    // The message is the same whether the account is locked or does not exist.
    error:
      'The e-mail address or password is wrong. After too many failures an account is locked for a while.',
  });
}

const byPasswordOf = (person: Person, factor: SecondFactor | undefined): Proof => ({
  personId: person.id,
  method: 'PASSWORD',
  factor,
  organizationId: undefined,
  stillProved: lockPassword(person),
});

const tooLate = 'This sign-in has expired or was started in another browser. Sign in again.';

/** Handles the second step of a sign-in, after a correct password. */
async function byCode(
  deps: AuthorizeDeps,
  http: RouteRequest,
  request: AuthorizationRequest,
  form: URLSearchParams,
): Promise<Answer> {
  const pending = deps.pendingSteps.read(form);
  if (!pending) return signInPage(deps, http, request, { error: tooLate });
  const code = (form.get('code') ?? '').slice(0, 100);
  const proved = await deps.accounts.checkCode(pending, code, deps.browsers.callerOf(http));
  if (proved === 'OUTDATED') return signInPage(deps, http, request, { error: tooLate });
  const answer = proved && (await letIn(deps, http, request, byPasswordOf(proved.person, proved.factor)));
  if (answer) return answer;
  const error =
    'The code is wrong or was already used. After too many failures an account is locked for a while.';
  return codePage(deps, http, request, form.get(pendingField) ?? '', error);
}

/** Handles a sign-in with a passkey instead of password and code, or instead of the code. */
async function byPasskey(
  deps: AuthorizeDeps,
  http: RouteRequest,
  request: AuthorizationRequest,
  form: URLSearchParams,
): Promise<Answer> {
  const pending = deps.pendingSteps.read(form);
  if (form.has(pendingField) && !pending) return signInPage(deps, http, request, { error: tooLate });
  const caller = deps.browsers.callerOf(http);
  await deps.attemptRates.requireSignIn(caller.network);
  const proof = await provePasskey(deps, form, caller, pending?.personId);
  const answer = proof && (await letIn(deps, http, request, proof));
  if (answer) return answer;
  const error =
    'The passkey is not registered, belongs to another person, or the request has expired. Try again.';
  return pending
    ? codePage(deps, http, request, form.get(pendingField) ?? '', error)
    : signInPage(deps, http, request, { error });
}

function codePage(
  deps: AuthorizeDeps,
  http: RouteRequest,
  request: AuthorizationRequest,
  pending: string,
  error?: string,
): Answer {
  const { field, headers } = deps.forms.open(http);
  const fields = { [formField]: field, request: request.text, [pendingField]: pending };
  const passkey = passkeyPart(deps, fields);
  return answerPage({
    title: 'Enter your second factor',
    headers,
    leadsTo: new URL(request.redirectUri).origin,
    ...(passkey ? { script: passkey.script } : {}),
    content: html`${secondStepForm(fields, error)}
${passkey?.content}`,
  });
}

/**
 * Shows a page that continues to the identity provider. A direct redirect is impossible because the content security
 * policy limits a form's targets, and the provider's URL is unknown when the form is shown.
 */
function toProvider(request: AuthorizationRequest, organization: string): Answer {
  const id = organization.trim();
  if (!/^[A-Za-z0-9_.-]{1,64}$/.test(id)) return errorPage('This is not a valid organization identifier.');
  const address = `/oauth2/sso/${id}?${request.text}`;
  return answerPage({
    title: 'Continue to your organization',
    goesOnTo: address,
    content: html`<p><a href="${address}">Continue to the sign-in of your organization</a></p>`,
  });
}

async function byBrowserSession(
  deps: AuthorizeDeps,
  http: RouteRequest,
  request: AuthorizationRequest,
): Promise<Answer> {
  const session = await deps.session(http);
  if (!session) return signInPage(deps, http, request);
  if (!request.client.native) return letInAgain(deps, request, session);
  const { personId, method, factor, organizationId } = session;
  const proof = { personId, method, factor, organizationId, stillProved: lockSessionForShare(session.id) };
  return (await letIn(deps, http, request, proof)) ?? signInPage(deps, http, request);
}

type Fields = { email?: string; error?: string };

function signInPage(
  deps: AuthorizeDeps,
  http: RouteRequest,
  request: AuthorizationRequest,
  { email = '', error }: Fields = {},
): Answer {
  const { field, headers } = deps.forms.open(http);
  const form = (action: string, content: Html) => html`<form method="post" action="/oauth2/signIn">
${hiddenFields({ [formField]: field, request: request.text, action })}${content}
</form>`;
  const passkey = passkeyPart(deps, { [formField]: field, request: request.text });
  return answerPage({
    title: 'Sign in',
    headers,
    leadsTo: new URL(request.redirectUri).origin,
    ...(passkey ? { script: passkey.script } : {}),
    content: html`<p>to continue to ${request.client.name}</p>
${errorNote(error)}
${form(
  'password',
  html`<label for="email">E-mail address</label>
<input id="email" name="email" type="email" autocomplete="username" required value="${email}">
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>
<button>Sign in</button>`,
)}
${passkey?.content}
<p><a href="/oauth2/resetPassword">Forgot your password?</a> · <a href="${signUpPath}">Create an account</a></p>
<hr>
${form(
  'sso',
  html`<label for="organization">Sign in through your organization (organization identifier)</label>
<input id="organization" name="organization" autocomplete="organization" required>
<button>Continue</button>`,
)}`,
  });
}

function consentPage(
  deps: AuthorizeDeps,
  http: RouteRequest,
  request: AuthorizationRequest,
  session: Session,
): Answer {
  const { field, headers } = deps.forms.open(http);
  const other = `/oauth2/authorize?${new URLSearchParams([...new URLSearchParams(request.text), ['prompt', 'login']])}`;
  return answerPage({
    title: 'Authorize an application',
    headers,
    leadsTo: new URL(request.redirectUri).origin,
    content: html`<p>${request.client.name} requests access to Tradepost as ${session.email}.</p>
<p>Continue only if you have just started this application yourself.</p>
<form method="post" action="/oauth2/signIn">
${hiddenFields({ [formField]: field, request: request.text, action: 'continue' })}<button>Authorize</button>
</form>
<p><a href="${other}">Sign in with another account</a></p>`,
  });
}
