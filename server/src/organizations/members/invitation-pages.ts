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
import type { Transacting } from '../../platform/database/statement.ts';
import { answerPage, errorNote, type Html, hiddenFields, html } from '../../platform/http/pages.ts';
import { type Answer, type RouteRequest, route } from '../../platform/http/route.ts';
import type { NewId } from '../../platform/ids.ts';
import type { Person } from '../access.ts';
import { acceptInvitation, findInvitation, type Invited } from './accept.ts';

export type InvitationPageDeps = { database: Database; newId: NewId; people: PersonPages };

/**
 * The path to which the mail of an invitation leads. Opening it changes nothing: programs that look into mails open it
 * too.
 */
export const invitationPath = '/invitation';

const common = { group: 'Organization', access: 'public', hidden: true, response: z.string() } as const;

export const invitationPages = (deps: InvitationPageDeps) => [
  route({
    ...common,
    method: 'GET',
    path: invitationPath,
    operationId: 'invitationPage',
    summary: 'The page of an invitation: sign in, or choose a password, and accept',
    responseDescription: 'The page',
    run: { kind: 'plain', handle: (request) => open(deps, request) },
  }),
  route({
    ...common,
    method: 'POST',
    path: invitationPath,
    operationId: 'invitationForm',
    summary: 'What the page of an invitation sends',
    body: z.string(),
    bodyFormat: 'raw',
    responseDescription: 'A page that says how it went',
    run: { kind: 'plain', handle: (request) => accept(deps, request) },
  }),
  route({
    ...common,
    method: 'GET',
    path: '/console/acceptInvitation',
    operationId: 'olderInvitationPage',
    summary: 'Where mails of before lead: the token stands behind the fragment sign',
    responseDescription: 'A page that goes on to the invitation',
    run: { kind: 'plain', handle: () => onward },
  }),
];

const onward = answerPage({
  title: 'To your invitation',
  script: `location.replace('${invitationPath}'+location.hash.replace('#','?'))`,
  content: html`<p>Without scripts: put <code>${invitationPath}?</code> in the place of <code>/console/acceptInvitation#</code>
in the address, and open it.</p>`,
});

async function open(deps: InvitationPageDeps, request: RouteRequest): Promise<Answer> {
  const token = new URL(request.url, 'http://local').searchParams.get('token') ?? '';
  return answered(async () => invitationPage(deps, request, token, await invited(deps, token)));
}

const invited = ({ database }: InvitationPageDeps, token: string): Promise<Invited> =>
  database.transaction((queryable) => findInvitation(queryable, token), 'system');

/** A session that a provider vouches for is good for its organization alone, and accepts nothing in another. */
const isOwn = async (deps: InvitationPageDeps, request: RouteRequest, { email }: Invited) => {
  const session = await deps.people.session(request);
  return session?.email === email && session.organizationId === undefined ? session : undefined;
};

async function invitationPage(
  deps: InvitationPageDeps,
  request: RouteRequest,
  token: string,
  invitation: Invited,
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

const strangerForms = (form: (action: string, content: Html) => Html, { name }: Invited): Html =>
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
<h2>You have no account yet?</h2>
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
    const invitation = await invited(deps, token);
    const again = (error: string) => invitationPage(deps, request, token, invitation, error);
    const context = { token, newId: deps.newId, requestId: request.requestId };
    const take = (queryable: Transacting, person: Person) => acceptInvitation(queryable, person, context);
    const outcome = await takeUp(deps, request, { form, invitation, take });
    return typeof outcome === 'string' ? again(outcome) : memberPage(invitation);
  });
}

type Taking = {
  form: URLSearchParams;
  invitation: Invited;
  take: (queryable: Transacting, person: Person) => Promise<Answer>;
};

/** @returns what went wrong, in words, or nothing */
async function takeUp(
  deps: InvitationPageDeps,
  request: RouteRequest,
  { form, invitation, take }: Taking,
): Promise<string | undefined> {
  const { accounts, browsers } = deps.people;
  const caller = browsers.callerOf(request);
  const [password, { email }] = [form.get('password') ?? '', invitation];
  if (form.get('action') === 'session') {
    const session = await isOwn(deps, request, invitation);
    if (!session) return 'Your sign-in is over. Sign in again.';
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
    return made ? undefined : 'There is an account with this address: sign in with its password.';
  }
  const joined = await accounts.withPassword({ email, password, code: form.get('code') ?? '' }, caller, take);
  return joined
    ? undefined
    : 'The password or the code is not right, or there is no account yet. After many failures an account is locked for a while.';
}

const memberPage = ({ organization, role, requiresFactor }: Invited): Answer =>
  answerPage({
    title: `You are a member of ${organization}`,
    content: html`<p>Your role is ${role}. You can close this page.</p>
${requiresFactor ? factorNote : undefined}<p><a href="/docs">The reference of the API</a></p>`,
  });

const factorNote = html`<p>The organization requires a second factor. Set one up on <a href="/console/account">your account
page</a> before you use the organization, or sign in with the one that you have.</p>
`;
