import { AppError } from '../platform/errors.ts';
import { errorPage } from '../platform/http/pages.ts';
import type { Answer, RouteRequest } from '../platform/http/route.ts';
import type { BrowserForms } from './browser-forms.ts';

/** Where a person asks for an account. */
export const signUpPath = '/oauth2/signUp';

/** The form that a page of ours sent; undefined for one that no person fills in. */
export function readPageForm(
  { forms }: { forms: BrowserForms },
  request: RouteRequest,
): URLSearchParams | undefined {
  const form = forms.read(request);
  const isOdd = (value: string) => value.length > 1000 || /[\0\uFFFD]/.test(value);
  return form && ![...form.values()].some(isOdd) ? form : undefined;
}

export const notOurPage: Answer = errorPage('The page was too old, or was not one of ours.', 403);

/** What an operation of the API would refuse with its code is said in words here. */
export async function answered(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.definition.status >= 500) throw error;
    return errorPage(error.message, error.definition.status, error.headers);
  }
}

/** Does something with a chosen password. @returns what is wrong with the password, in words */
export async function withoutWeakPassword<T>(work: () => Promise<T>): Promise<T | string> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.findings[0]?.pointer !== '/password') throw error;
    return `The password ${error.findings[0].message}.`;
  }
}
