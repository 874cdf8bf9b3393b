import { z } from 'zod';
import {
  formField,
  notOurPage,
  type PersonPages,
  readPageForm,
  type SecondFactor,
  type Session,
  withoutWeakPassword,
} from '../../authentication/index.ts';
import { consolePath } from '../../console/index.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Transaction } from '../../platform/database/statement.ts';
import { AppError } from '../../platform/errors.ts';
import {
  answerPage,
  errorNote,
  type Html,
  hiddenFields,
  html,
  redirectTo,
} from '../../platform/http/pages.ts';
import { type Answer, type AnswerHeaders, type RouteRequest, route } from '../../platform/http/route.ts';
import type { NewId } from '../../platform/ids.ts';
import { isWithoutFactor, type Person } from '../access.ts';
import { roleInWords } from '../roles/permissions.ts';
import { acceptInvitation, findInvitation, type InvitationDetails } from './accept.ts';

export type InvitationPageDeps = { database: Database; newId: NewId; people: PersonPages };

/**
 * The path that an invitation mail links to. Opening the page has no effect, because mail scanners also open
 * it.
 */
export const invitationPath = '/invitation';

const common = { group: 'Organization', access: 'public', hidden: true, response: z.string() } as const;

export const invitationPages = (deps: InvitationPageDeps) => [
  route({
    ...common,
    method: 'GET',
    path: invitationPath,
    operationId: 'invitationPage',
    summary: 'Invitation page: sign in, or choose a password, and accept',
    responseDescription: 'The page',
    run: { kind: 'plain', handle: (request) => openInvitation(deps, request) },
  }),
  route({
    ...common,
    method: 'POST',
    path: invitationPath,
    operationId: 'invitationForm',
    summary: 'Submit the invitation page',
    body: z.string(),
    bodyFormat: { type: 'raw' },
    responseDescription: 'A redirect to the organization in the console, or the page again with an error',
    run: { kind: 'plain', handle: (request) => accept(deps, request) },
  }),
  route({
    ...common,
    method: 'GET',
    path: '/console/acceptInvitation',
    operationId: 'olderInvitationPage',
    summary: 'Invitation page of older mails, with the token in the fragment',
    responseDescription: 'A page that redirects to the invitation',
    run: { kind: 'plain', handle: () => onward },
  }),
];

const onward = answerPage({
  title: 'Your invitation',
  script: `location.replace('${invitationPath}'+location.hash.replace('#','?'))`,
  content: html`<p>Without scripts: in the address, replace <code>/console/acceptInvitation#</code> by
  <code>${invitationPath}?</code>, and open it.</p>`,
});

/** Returns a page that explains why the invitation cannot be used, and the next step. */
async function explained(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.definition.status >= 500) throw error;
    return answerPage({
      title: 'This invitation cannot be used',
      status: error.definition.status,
      headers: error.headers,
      content: html`<p class="error" role="alert">${error.message}</p>
<p>If you have already accepted it, <a href="/console/">sign in to the console</a>. Otherwise, use the link in the newest mail, or
ask the person who invited you for a new invitation.</p>`,
    });
  }
}

async function openInvitation(deps: InvitationPageDeps, request: RouteRequest): Promise<Answer> {
  const token = new URL(request.url, 'http://local').searchParams.get('token') ?? '';
  return explained(async () => invitationPage(deps, request, token, await readInvitation(deps, token)));
}

const readInvitation = ({ database }: InvitationPageDeps, token: string): Promise<InvitationDetails> =>
  database.transaction((queryable) => findInvitation(queryable, token), 'system');

/**
 * Returns whether a session can accept an invitation: it has the invited address and is not from an organization's own
 * provider.
 */
const isOwn = (session: Session | undefined, { email }: InvitationDetails): session is Session =>
  session?.email === email && session.organizationId === undefined;

async function invitationPage(
  deps: InvitationPageDeps,
  request: RouteRequest,
  token: string,
  invitation: InvitationDetails,
  error?: string,
): Promise<Answer> {
  const { field, headers } = deps.people.forms.open(request);
  const session = await deps.people.session(request);
  const form = (action: string, content: Html) => html`<form method="post" action="${invitationPath}">
${hiddenFields({ [formField]: field, token, action })}${content}
</form>`;
  return answerPage({
    title: `Join ${invitation.organization}`,
    headers,
    content: html`<p>You are invited ${
      invitation.isBound ? 'to the partner portal' : `with the role ${roleInWords(invitation.role)}`
    }. Your sign-in address is ${invitation.email}.</p>
${errorNote(error)}
${foreignNote(session, invitation)}${isOwn(session, invitation) ? form('session', html`<button>Accept</button>`) : strangerForms(form, invitation)}`,
  });
}

/** Warns a user who is signed in with an address other than the invited one. */
const foreignNote = (session: Session | undefined, { email }: InvitationDetails): Html | undefined =>
  session && session.email !== email
    ? html`<p>You are signed in as ${session.email}, but the invitation is for ${email}. Accept it only if this is your address, too.
Otherwise, ask for an invitation to your own address.</p>
`
    : undefined;

const strangerForms = (form: (action: string, content: Html) => Html, { name }: InvitationDetails): Html =>
  html`<h2>New to Tradepost?</h2>
${form(
  'account',
  html`<label for="name">Your name</label>
<input id="name" name="name" autocomplete="name" maxlength="200" value="${name ?? ''}">
<label for="new-password">Choose a password, at least 12 characters</label>
<input id="new-password" name="password" type="password" autocomplete="new-password" minlength="12" required>
<button>Create the account and accept</button>`,
)}
<hr>
<h2>With your account</h2>
${form(
  'password',
  html`<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>
<label for="code">The code of your authenticator app, or a recovery code, if your account has them</label>
<input id="code" name="code" autocomplete="one-time-code" autocapitalize="off" spellcheck="false" maxlength="40">
<button>Sign in and accept</button>`,
)}
<p><a href="/oauth2/resetPassword">Forgot your password?</a></p>
<p>To use a passkey, <a href="/console/">sign in to the console</a> first. Then open the link in the mail again.</p>`;

async function accept(deps: InvitationPageDeps, request: RouteRequest): Promise<Answer> {
  const form = readPageForm(deps.people, request);
  if (!form) return notOurPage;
  const token = form.get('token') ?? '';
  return explained(async () => {
    const invitation = await readInvitation(deps, token);
    const outcome = await takeUp(deps, request, { form, token, invitation });
    if (typeof outcome === 'string') return invitationPage(deps, request, token, invitation, outcome);
    // A session without a second factor cannot enter the organization yet. The account page returns to it afterwards.
    const target = consolePath(invitation.organizationId);
    const isEnrolling = invitation.requiresFactor && outcome.lacksFactor;
    const to = isEnrolling ? `/console/account?next=${encodeURIComponent(target)}#second-factor` : target;
    return redirectTo(to, outcome.headers);
  });
}

type AcceptanceForm = { form: URLSearchParams; token: string; invitation: InvitationDetails };

/** The headers that sign the browser in, and whether the session has no second factor. */
type Entry = { headers?: AnswerHeaders; lacksFactor: boolean };

/**
 * Accepts the invitation by the chosen method, and signs the browser in.
 * @returns an error message if the invitation was not accepted
 */
async function takeUp(
  deps: InvitationPageDeps,
  request: RouteRequest,
  { form, token, invitation }: AcceptanceForm,
): Promise<Entry | string> {
  const { accounts, browsers, signIn } = deps.people;
  const context = { token, newId: deps.newId, requestId: request.requestId };
  const caller = browsers.callerOf(request);
  const [password, { email }] = [form.get('password') ?? '', invitation];
  const enter = async (queryable: Transaction, person: Person, factor?: SecondFactor): Promise<Entry> => {
    await acceptInvitation(queryable, person, context);
    const headers = await signIn(queryable, request, { personId: person.id, factor });
    return { headers, lacksFactor: factor === undefined };
  };
  if (form.get('action') === 'session') {
    const session = await deps.people.session(request);
    if (!isOwn(session, invitation)) return 'Your session has ended. Sign in again.';
    const person = { id: session.personId, email: session.email, name: session.name };
    await deps.database.transaction((queryable) => acceptInvitation(queryable, person, context), 'system');
    return { lacksFactor: isWithoutFactor(session) };
  }
  if (form.get('action') === 'account') {
    const name = form.get('name')?.trim() || undefined;
    const made = await withoutWeakPassword(() =>
      accounts.createProved({ email, name, password }, caller, enter),
    );
    return made ?? 'An account with this address already exists. Sign in with its password.';
  }
  const joined = await accounts.withPassword(
    { email, password, code: form.get('code') ?? '' },
    caller,
    enter,
  );
  return (
    joined ??
    'The password or code is wrong, or no account exists yet. After repeated failures, accounts are locked for a while.'
  );
}
