import { z } from 'zod';
import {
  answered,
  formField,
  notOurPage,
  readPageForm,
  type SecondFactor,
  withoutWeakPassword,
} from '../../authentication/index.ts';
import type { Transaction } from '../../platform/database/statement.ts';
import { answerPage, errorNote, hiddenFields, html, redirectTo } from '../../platform/http/pages.ts';
import { type Answer, type AnswerHeaders, type RouteRequest, route } from '../../platform/http/route.ts';
import type { Person } from '../access.ts';
import { toEmail } from '../email-domains.ts';
import type { InvitationPageDeps } from './invitation-pages.ts';
import { findJoinLink, joinPath, takeJoinLink } from './join-link.ts';

const common = { group: 'Organization', access: 'public', hidden: true, response: z.string() } as const;

/** The pages of join links. The first start and `tradepost invite` print such links. */
export const joinPages = (deps: InvitationPageDeps) => [
  route({
    ...common,
    method: 'GET',
    path: joinPath,
    operationId: 'joinPage',
    summary: 'Join page: choose an address and a password',
    responseDescription: 'The page',
    run: { kind: 'plain', handle: (request) => openJoinPage(deps, request) },
  }),
  route({
    ...common,
    method: 'POST',
    path: joinPath,
    operationId: 'joinForm',
    summary: 'Submit the join page',
    body: z.string(),
    bodyFormat: { type: 'raw' },
    responseDescription: 'A redirect to the console, or the page again with an error',
    run: { kind: 'plain', handle: (request) => join(deps, request) },
  }),
];

const tokenOf = (request: RouteRequest): string =>
  new URL(request.url, 'http://local').searchParams.get('token') ?? '';

const openJoinPage = (deps: InvitationPageDeps, request: RouteRequest): Promise<Answer> =>
  answered(() => joinPage(deps, request, { token: tokenOf(request) }));

type JoinInput = { token: string; email?: string; name?: string; error?: string };

async function joinPage(deps: InvitationPageDeps, request: RouteRequest, given: JoinInput): Promise<Answer> {
  const { token, email = '', name = '', error } = given;
  const { role, organization } = await deps.database.transaction(
    (queryable) => findJoinLink(queryable, token),
    'system',
  );
  const { field, headers } = deps.people.forms.open(request);
  return answerPage({
    title: `Join ${organization}`,
    headers,
    content: html`<p>You will become a member with the role ${role}. The link can be used once, within an hour.</p>
${errorNote(error)}
<form method="post" action="${joinPath}">
${hiddenFields({ [formField]: field, token })}<label for="email">Your e-mail address</label>
<input id="email" name="email" type="email" autocomplete="username" maxlength="254" required value="${email}">
<label for="name">Your name</label>
<input id="name" name="name" autocomplete="name" maxlength="200" value="${name}">
<label for="password">Password (at least 12 characters); if you have an account, its password</label>
<input id="password" name="password" type="password" autocomplete="current-password" minlength="12" required>
<label for="code">The code of your authenticator app, or a recovery code, if your account has them</label>
<input id="code" name="code" autocomplete="one-time-code" autocapitalize="off" spellcheck="false" maxlength="40">
<button>Join</button>
</form>`,
  });
}

async function join(deps: InvitationPageDeps, request: RouteRequest): Promise<Answer> {
  const form = readPageForm(deps.people, request);
  if (!form) return notOurPage;
  const token = form.get('token') ?? '';
  const name = form.get('name')?.trim() || undefined;
  const given = { token, email: form.get('email') ?? '', ...(name ? { name } : {}) };
  return answered(async () => {
    const email = toEmail(given.email);
    if (!email) return joinPage(deps, request, { ...given, error: 'This is not a valid e-mail address.' });
    const account = { email, name, password: form.get('password') ?? '', code: form.get('code') ?? '' };
    const joined = await takeUp(deps, request, token, account);
    return typeof joined === 'string'
      ? joinPage(deps, request, { ...given, error: joined })
      : redirectTo('/console/', joined);
  });
}

/**
 * Creates the account, or checks the password of an existing one; then adds the person as a member and signs in
 * the browser.
 * @returns the headers of the response, or an error message
 */
async function takeUp(
  deps: InvitationPageDeps,
  request: RouteRequest,
  token: string,
  account: { email: string; name: string | undefined; password: string; code: string },
): Promise<AnswerHeaders | string> {
  const { accounts, browsers, signIn } = deps.people;
  const caller = browsers.callerOf(request);
  const context = { token, newId: deps.newId, requestId: request.requestId };
  const enter = async (queryable: Transaction, person: Person, factor?: SecondFactor) => {
    await takeJoinLink(queryable, person, context);
    return signIn(queryable, request, { personId: person.id, factor });
  };
  const made = await withoutWeakPassword(() => accounts.createProved(account, caller, enter));
  if (made !== undefined) return made;
  const known = await accounts.withPassword(account, caller, enter);
  return (
    known ??
    'An account with this address exists; the password or code is wrong. After repeated failures, accounts are locked for a while.'
  );
}
