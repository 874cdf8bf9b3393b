import { decodeJwt } from 'jose';
import { expect } from 'vitest';
import { stepAt, totpCode } from '../src/authentication/totp.ts';
import { type Browser, beginSignIn, createBrowser, type PageResponse, sentBack } from './browser.ts';
import type { TestApp } from './harness.ts';
import { type People, password } from './people.ts';

/** A person with an authenticator app. */
export type EnrolledPerson = {
  id: string;
  email: string;
  access: string;
  recoveryCodes: string[];
  /** Returns the code of the current time step, or of a step before or after it. */
  code(shift?: number): string;
};

export const fromBase32 = (text: string): Buffer => {
  const bits = [...text].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
};

/** Creates helpers for people with second factors. */
export function createFactors(app: TestApp, people: People) {
  const post = (path: string, token: string, body: object) =>
    app.request('POST', `/user/me/${path}`, { token, body });

  const enrol = async (token: string) => {
    const begun = await post('totp', token, { currentPassword: password });
    expect(begun.status, begun.text).toBe(200);
    const secret = fromBase32(begun.body.secret);
    const code = (shift = 0) => totpCode(secret, stepAt(app.app.clock.now()) + shift);
    const confirmed = await post('totp/confirm', token, { code: code() });
    expect(confirmed.status, confirmed.text).toBe(200);
    // Sets the confirmation to an earlier time, so that the current code is valid for a sign-in.
    await people.asSystem(`UPDATE person_totp SET last_step = last_step - 10 WHERE person_id = $1`, [
      decodeJwt(token).sub,
    ]);
    return { code, recoveryCodes: confirmed.body.recoveryCodes as string[] };
  };

  /** Creates an account whose session has confirmed an authenticator app. */
  const enrolled = async (organizationId?: string, role?: string): Promise<EnrolledPerson> => {
    const { id, email } = await people.account(organizationId, role);
    const { access } = await people.signedIn(email);
    return { id, email, access, ...(await enrol(access)) };
  };

  /** Submits the password and returns the page of the second step. */
  const firstStep = async (email: string, browser: Browser = createBrowser(app.url), word = password) => {
    const begun = beginSignIn(app.url);
    const page = await browser.open(begun.target);
    return { begun, browser, page: await browser.submit(page, { email, password: word }, 'password') };
  };

  const signIn = async (email: string, code: string) => {
    const { begun, browser, page } = await firstStep(email);
    const answer = await browser.submit(page, { code }, 'code');
    if (answer.status !== 303) return { answer, access: undefined };
    const { body } = await people.exchange({ begun, code: sentBack(answer).code as string });
    return { answer, access: body.access_token as string };
  };

  return { post, enrol, enrolled, firstStep, signIn };
}
export type Factors = ReturnType<typeof createFactors>;

export const alertOf = (page: PageResponse) => /role="alert">([^<]*)/.exec(page.text)?.[1];
