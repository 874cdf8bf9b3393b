import { AppError } from '../platform/errors.ts';
import { errorPage } from '../platform/http/pages.ts';
import type { Answer, RouteRequest } from '../platform/http/route.ts';
import type { BrowserForms } from './browser-forms.ts';

/** The path of the sign-up page. */
export const signUpPath = '/oauth2/signUp';

/** Reads a form of a sign-in page; undefined if the form is invalid or has implausible values. */
export function readPageForm(
  { forms }: { forms: BrowserForms },
  request: RouteRequest,
): URLSearchParams | undefined {
  const form = forms.read(request);
  const isOdd = (value: string) => value.length > 1000 || /[\0\uFFFD]/.test(value);
  return form && ![...form.values()].some(isOdd) ? form : undefined;
}

export const notOurPage: Answer = errorPage('The page has expired or is invalid. Open it again.', 403);

/** Returns a page that shows an operation's error; unexpected errors are thrown. */
export async function answered(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.definition.status >= 500) throw error;
    return errorPage(error.message, error.definition.status, error.headers);
  }
}

/** Runs work with a new password. @returns the result, or the error message for the password */
export async function withoutWeakPassword<T>(work: () => Promise<T>): Promise<T | string> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.findings[0]?.pointer !== '/password') throw error;
    return `The password ${error.findings[0].message}.`;
  }
}
