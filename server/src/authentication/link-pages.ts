import { z } from 'zod';
import { AppError } from '../platform/errors.ts';
import { answerPage, errorNote, errorPage, type Html, hiddenFields, html } from '../platform/http/pages.ts';
import { type Answer, type RouteRequest, route } from '../platform/http/route.ts';
import { parametersOf } from './authorize-routes.ts';
import { formField } from './browser-forms.ts';
import { answered, notOurPage, readPageForm } from './page-answers.ts';
import type { PersonPages } from './person-pages.ts';

export type LinkPageDeps = Pick<PersonPages, 'accounts' | 'forms' | 'browsers'>;

const common = { group: 'Authentication', access: 'public', hidden: true, response: z.string() } as const;
const formBody = { method: 'POST', body: z.string(), bodyFormat: { type: 'raw' } } as const;

/** Returns the pages behind the links in mails. Opening a page has no effect, because mail scanners also open links. */
export const linkPages = (deps: LinkPageDeps) => [
  route({
    ...common,
    method: 'GET',
    path: '/oauth2/verifyEmail',
    operationId: 'verifyEmailPage',
    summary: 'Show the page to confirm an e-mail address',
    responseDescription: 'The page',
    run: { kind: 'plain', handle: (request) => verifyPage(deps, request) },
  }),
  route({
    ...common,
    ...formBody,
    path: '/oauth2/verifyEmail',
    operationId: 'verifyEmailForm',
    summary: 'Submit the page to confirm an e-mail address',
    responseDescription: 'A page with the result',
    run: {
      kind: 'plain',
      handle: (request) => answerForm(deps, request, (form) => verify(deps, request, form)),
    },
  }),
  route({
    ...common,
    method: 'GET',
    path: '/oauth2/resetPassword',
    operationId: 'resetPasswordPage',
    summary: 'Show the page to request or set a new password',
    responseDescription: 'The page',
    run: { kind: 'plain', handle: (request) => resetPage(deps, request) },
  }),
  route({
    ...common,
    ...formBody,
    path: '/oauth2/resetPassword',
    operationId: 'resetPasswordForm',
    summary: 'Submit the page to request or set a new password',
    responseDescription: 'A page with the result',
    run: {
      kind: 'plain',
      handle: (request) => answerForm(deps, request, (form) => reset(deps, request, form)),
    },
  }),
];

const done = (message: string, next?: Html): Answer =>
  answerPage({ title: 'Done', content: html`<p>${message}</p>${next}` });

const signInLink = html`
<p><a href="/console/">Sign in to the console</a></p>`;

async function answerForm(
  deps: LinkPageDeps,
  request: RouteRequest,
  work: (form: URLSearchParams) => Promise<Answer>,
): Promise<Answer> {
  const form = readPageForm(deps, request);
  if (!form) return notOurPage;
  return answered(async () => {
    try {
      return await work(form);
    } catch (error) {
      if (error instanceof AppError && error.definition.status === 400)
        return errorPage('The link was already used or has expired.');
      throw error;
    }
  });
}

function formPage(deps: LinkPageDeps, request: RouteRequest, page: FormPage): Answer {
  const { field, headers } = deps.forms.open(request);
  return answerPage({
    title: page.title,
    headers,
    content: html`${errorNote(page.error)}<form method="post" action="${page.action}">
${hiddenFields({ [formField]: field, ...page.fields })}${page.content}
</form>`,
  });
}
type FormPage = {
  title: string;
  action: string;
  fields: Record<string, string>;
  content: Html;
  error?: string | undefined;
};

const verifyPage = (deps: LinkPageDeps, request: RouteRequest, error?: string, given?: string): Answer =>
  formPage(deps, request, {
    title: 'Confirm your e-mail address',
    action: '/oauth2/verifyEmail',
    fields: { token: given ?? parametersOf(request).get('token') ?? '' },
    error,
    content: html`<label for="password">Password chosen at sign-up</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>
<button>Confirm</button>`,
  });

async function verify(deps: LinkPageDeps, request: RouteRequest, form: URLSearchParams): Promise<Answer> {
  const token = form.get('token') ?? '';
  try {
    await deps.accounts.verifyEmail(token, form.get('password') ?? '', deps.browsers.callerOf(request));
  } catch (error) {
    if (!concernsPassword(error)) throw error;
    return verifyPage(deps, request, `The password ${error.findings[0]?.message}.`, token);
  }
  return done('Your e-mail address is confirmed. You can sign in now.', signInLink);
}

const concernsPassword = (error: unknown): error is AppError =>
  error instanceof AppError && error.findings[0]?.pointer === '/password';

function resetPage(deps: LinkPageDeps, request: RouteRequest, error?: string, given?: string): Answer {
  const token = given ?? parametersOf(request).get('token');
  const action = '/oauth2/resetPassword';
  if (!token)
    return formPage(deps, request, {
      title: 'Forgot your password?',
      action,
      fields: {},
      error,
      content: html`<label for="email">Your e-mail address</label>
<input id="email" name="email" type="email" autocomplete="username" required>
<button>Send link</button>`,
    });
  return formPage(deps, request, {
    title: 'Choose a new password',
    action,
    fields: { token },
    error,
    content: html`<label for="password">New password, at least 12 characters</label>
<input id="password" name="password" type="password" autocomplete="new-password" minlength="12" required>
<button>Change password</button>`,
  });
}

async function reset(deps: LinkPageDeps, request: RouteRequest, form: URLSearchParams): Promise<Answer> {
  const token = form.get('token');
  if (!token) {
    const email = z.email().max(200).safeParse(form.get('email')?.trim());
    if (!email.success) return resetPage(deps, request, 'This is not a valid e-mail address.');
    await deps.accounts.requestPasswordReset(email.data, deps.browsers.callerOf(request));
    return done('If an account with this address exists, a mail with a link is being sent.');
  }
  try {
    await deps.accounts.resetPassword(token, form.get('password') ?? '', deps.browsers.callerOf(request));
  } catch (error) {
    if (!concernsPassword(error)) throw error;
    return resetPage(deps, request, `The password ${error.findings[0]?.message}.`, token);
  }
  return done('Your password was changed, and all sessions were ended. You can sign in now.', signInLink);
}
