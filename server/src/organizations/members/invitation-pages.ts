import { z } from 'zod';
import {
  answered,
  formField,
  notOurPage,
  type PersonPages,
  readPageForm,
  withoutWeakPassword,
} from '../../authentication/index.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Transaction } from '../../platform/database/statement.ts';
import { answerPage, errorNote, type Html, hiddenFields, html } from '../../platform/http/pages.ts';
import { type Answer, type RouteRequest, route } from '../../platform/http/route.ts';
import type { NewId } from '../../platform/ids.ts';
import type { Person } from '../access.ts';
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
    responseDescription: 'A page with the result',
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

async function openInvitation(deps: InvitationPageDeps, request: RouteRequest): Promise<Answer> {
  const token = new URL(request.url, 'http://local').searchParams.get('token') ?? '';
  return answered(async () => invitationPage(deps, request, token, await readInvitation(deps, token)));
}

const readInvitation = ({ database }: InvitationPageDeps, token: string): Promise<InvitationDetails> =>
  database.transaction((queryable) => findInvitation(queryable, token), 'system');

/**
 * The caller's own session with the invited address. A session from an organization's own provider cannot
 * accept invitations.
 */
const isOwn = async (deps: InvitationPageDeps, request: RouteRequest, { email }: InvitationDetails) => {
  const session = await deps.people.session(request);
  return session?.email === email && session.organizationId === undefined ? session : undefined;
};

async function invitationPage(
  deps: InvitationPageDeps,
  request: RouteRequest,
  token: string,
  invitation: InvitationDetails,
  error?: string,
): Promise<Answer> {
  const { field, headers } = deps.people.forms.open(request);
  const session = await isOwn(deps, request, invitation);
  const form = (action: string, content: Html) => html`<form method="post" action="${invitationPath}">
${hiddenFields({ [formField]: field, token, action })}${content}
</form>`;
  return answerPage({
    title: `Join ${invitation.organization}`,
    headers,
    content: html`<p>You are invited ${invitation.isBound ? 'to the partner portal' : `as ${invitation.role}`}, with the address
${invitation.email}.</p>
${errorNote(error)}
${session ? form('session', html`<button>Accept</button>`) : strangerForms(form, invitation)}`,
  });
}

const strangerForms = (form: (action: string, content: Html) => Html, { name }: InvitationDetails): Html =>
  html`<h2>With your account</h2>
${form(
  'password',
  html`<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>
<label for="code">The code of your authenticator app, or a recovery code, if your account has them</label>
<input id="code" name="code" autocomplete="one-time-code" autocapitalize="off" spellcheck="false" maxlength="40">
<button>Sign in and accept</button>`,
)}
<p><a href="/oauth2/resetPassword">Forgot your password?</a></p>
<hr>
<h2>New to Tradepost?</h2>
${form(
  'account',
  html`<label for="name">Your name</label>
<input id="name" name="name" autocomplete="name" maxlength="200" value="${name ?? ''}">
<label for="new-password">Choose a password, at least 12 characters</label>
<input id="new-password" name="password" type="password" autocomplete="new-password" minlength="12" required>
<button>Create the account and accept</button>`,
)}`;

async function accept(deps: InvitationPageDeps, request: RouteRequest): Promise<Answer> {
  const form = readPageForm(deps.people, request);
  if (!form) return notOurPage;
  const token = form.get('token') ?? '';
  return answered(async () => {
    const invitation = await readInvitation(deps, token);
    const again = (error: string) => invitationPage(deps, request, token, invitation, error);
    const context = { token, newId: deps.newId, requestId: request.requestId };
    const take = (queryable: Transaction, person: Person) => acceptInvitation(queryable, person, context);
    const outcome = await takeUp(deps, request, { form, invitation, take });
    return typeof outcome === 'string' ? again(outcome) : memberPage(invitation);
  });
}

type AcceptanceForm = {
  form: URLSearchParams;
  invitation: InvitationDetails;
  take: (queryable: Transaction, person: Person) => Promise<Answer>;
};

/**
 * Accepts the invitation by the chosen method.
 * @returns an error message, or undefined
 */
async function takeUp(
  deps: InvitationPageDeps,
  request: RouteRequest,
  { form, invitation, take }: AcceptanceForm,
): Promise<string | undefined> {
  const { accounts, browsers } = deps.people;
  const caller = browsers.callerOf(request);
  const [password, { email }] = [form.get('password') ?? '', invitation];
  if (form.get('action') === 'session') {
    const session = await isOwn(deps, request, invitation);
    if (!session) return 'Your session has ended. Sign in again.';
    const person = { id: session.personId, email: session.email, name: session.name };
    await deps.database.transaction((queryable) => take(queryable, person), 'system');
    return undefined;
  }
  if (form.get('action') === 'account') {
    const name = form.get('name')?.trim() || undefined;
    const made = await withoutWeakPassword(() =>
      accounts.createProved({ email, name, password }, caller, take),
    );
    if (typeof made === 'string') return made;
    return made ? undefined : 'An account with this address already exists. Sign in with its password.';
  }
  const joined = await accounts.withPassword({ email, password, code: form.get('code') ?? '' }, caller, take);
  return joined
    ? undefined
    : 'The password or code is wrong, or no account exists yet. After repeated failures, accounts are locked for a while.';
}

const memberPage = ({ organization, role, requiresFactor }: InvitationDetails): Answer =>
  answerPage({
    title: `You are a member of ${organization}`,
    content: html`<p>Your role is ${role}. You can close this page.</p>
${requiresFactor ? factorNote : undefined}<p><a href="/docs">API reference</a></p>`,
  });

const factorNote = html`<p>The organization requires a second factor. Set one up on <a href="/console/account">your account
page</a>, or sign in with it, before you use the organization.</p>
`;
