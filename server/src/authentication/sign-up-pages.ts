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

/** Returns the sign-up pages, which send a mail with a link to confirm the address, like `POST /user`. */
export const signUpPages = (deps: LinkPageDeps) => [
  route({
    ...common,
    method: 'GET',
    operationId: 'signUpPage',
    summary: 'Show the sign-up page',
    run: { kind: 'plain', handle: (request) => signUpPage(deps, request) },
  }),
  route({
    ...common,
    method: 'POST',
    operationId: 'signUpForm',
    summary: 'Submit the sign-up page',
    body: z.string(),
    bodyFormat: { type: 'raw' },
    run: { kind: 'plain', handle: (request) => answered(() => signUp(deps, request)) },
  }),
];

type SignUpInput = { email?: string; name?: string; error?: string };

function signUpPage(
  deps: LinkPageDeps,
  request: RouteRequest,
  { email = '', name = '', error }: SignUpInput = {},
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
<button>Create account</button>
</form>
<p><a href="/console/">Already have an account? Sign in</a></p>`,
  });
}

async function signUp(deps: LinkPageDeps, request: RouteRequest): Promise<Answer> {
  const form = readPageForm(deps, request);
  if (!form) return notOurPage;
  const name = form.get('name')?.trim().slice(0, 200) || undefined;
  const given = { email: form.get('email') ?? '', ...(name ? { name } : {}) };
  const email = z.email().max(254).safeParse(given.email.trim());
  if (!email.success)
    return signUpPage(deps, request, { ...given, error: 'This is not a valid e-mail address.' });
  const account = { email: email.data, name, password: form.get('password') ?? '' };
  const caller = deps.browsers.callerOf(request);
  const weak = await withoutWeakPassword(() => deps.accounts.signUp(account, caller));
  if (weak !== undefined) return signUpPage(deps, request, { ...given, error: weak });
  return answerPage({
    title: 'Check your mail',
    content: html`<p>We are sending you a mail with a link. Your account is created when you open the link and enter the
password you have chosen.</p>`,
  });
}
