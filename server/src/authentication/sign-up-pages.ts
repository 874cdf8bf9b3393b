import { z } from 'zod';
import { answerPage, errorNote, hiddenFields, html } from '../platform/http/pages.ts';
import { type Answer, type RouteRequest, route } from '../platform/http/route.ts';
import { formField } from './browser-forms.ts';
import type { LinkPageDeps } from './link-pages.ts';
import { answered, notOurPage, readPageForm, signUpPath, withoutWeakPassword } from './page-answers.ts';

const common = {
  path: signUpPath,
  group: 'Authentication',
  access: 'public',
  hidden: true,
  response: z.string(),
  responseDescription: 'The page',
} as const;

/** The pages by which a person asks for an account, as `POST /user` does: a mail says how to confirm the address. */
export const signUpPages = (deps: LinkPageDeps) => [
  route({
    ...common,
    method: 'GET',
    operationId: 'signUpPage',
    summary: 'The page that asks for an account',
    run: { kind: 'plain', handle: (request) => signUpPage(deps, request) },
  }),
  route({
    ...common,
    method: 'POST',
    operationId: 'signUpForm',
    summary: 'What the page that asks for an account sends',
    body: z.string(),
    bodyFormat: 'raw',
    run: { kind: 'plain', handle: (request) => answered(() => signUp(deps, request)) },
  }),
];

type Given = { email?: string; name?: string; error?: string };

function signUpPage(
  deps: LinkPageDeps,
  request: RouteRequest,
  { email = '', name = '', error }: Given = {},
): Answer {
  const { field, headers } = deps.forms.open(request);
  return answerPage({
    title: 'Create an account',
    headers,
    content: html`${errorNote(error)}<form method="post" action="${signUpPath}">
${hiddenFields({ [formField]: field })}<label for="email">Your e-mail address</label>
<input id="email" name="email" type="email" autocomplete="username" maxlength="254" required value="${email}">
<label for="name">Your name</label>
<input id="name" name="name" autocomplete="name" maxlength="200" value="${name}">
<label for="password">Choose a password, at least 12 characters</label>
<input id="password" name="password" type="password" autocomplete="new-password" minlength="12" required>
<button>Send me a mail to confirm the address</button>
</form>
<p><a href="/console/">You have an account?</a></p>`,
  });
}

async function signUp(deps: LinkPageDeps, request: RouteRequest): Promise<Answer> {
  const form = readPageForm(deps, request);
  if (!form) return notOurPage;
  const name = form.get('name')?.trim().slice(0, 200) || undefined;
  const given = { email: form.get('email') ?? '', ...(name ? { name } : {}) };
  const email = z.email().max(254).safeParse(given.email.trim());
  if (!email.success) return signUpPage(deps, request, { ...given, error: 'This is no e-mail address.' });
  const account = { email: email.data, name, password: form.get('password') ?? '' };
  const caller = deps.browsers.callerOf(request);
  const weak = await withoutWeakPassword(() => deps.accounts.signUp(account, caller));
  if (weak !== undefined) return signUpPage(deps, request, { ...given, error: weak });
  return answerPage({
    title: 'Look into your mail',
    content: html`<p>A mail with a link is on its way. There is an account once you have followed it, with the password that
you chose.</p>`,
  });
}
