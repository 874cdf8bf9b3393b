import { createHash } from 'node:crypto';
import { errorNote, type Html, hiddenFields, html } from '../platform/http/pages.ts';
import type { Vault } from '../platform/secrets/encryption.ts';
import { formField } from './browser-forms.ts';
import type { Person } from './person-store.ts';

/** A sign-in with a correct password that still requires the second factor. */
export type PendingStep = {
  personId: string;
  /** The hash of the stored password hash, so that a new password invalidates the pending sign-in. */
  passwordPrint: string;
};

export type PendingSteps = {
  /** Creates the hidden field of the second page, bound to the browser by its form token. */
  begin(person: Person, form: URLSearchParams): string;
  /**
   * Decrypts the hidden field.
   * @returns undefined if the field is expired or invalid, or belongs to a different browser
   */
  read(form: URLSearchParams): PendingStep | undefined;
};

export const pendingField = 'pending';
const context = 'second step of a sign-in';
const lifetimeMs = 10 * 60_000;

type PendingStepState = PendingStep & { formToken: string; expiresAt: number };

/** Creates pending steps. The hidden field is encrypted, so that the page does not reveal the user. */
export function createPendingSteps({ vault, now }: { vault: Vault; now: () => Date }): PendingSteps {
  return {
    begin: (person, form) => {
      const kept: PendingStepState = {
        personId: person.id,
        passwordPrint: passwordPrint(person),
        formToken: form.get(formField) ?? '',
        expiresAt: now().getTime() + lifetimeMs,
      };
      return vault.encrypt(JSON.stringify(kept), context);
    },
    read: (form) => {
      try {
        const kept = JSON.parse(vault.decrypt(form.get(pendingField) ?? '', context)) as PendingStepState;
        const isGood = kept.formToken === form.get(formField) && kept.expiresAt > now().getTime();
        return isGood ? kept : undefined;
      } catch {
        return undefined;
      }
    },
  };
}

export const passwordPrint = ({ passwordHash = '' }: Person): string =>
  createHash('sha256').update(passwordHash).digest('base64url');

/** Creates the form of the second step. */
export const secondStepForm = (fields: Readonly<Record<string, string>>, error?: string): Html =>
  html`${errorNote(error)}
<form method="post" action="/oauth2/signIn">
${hiddenFields({ ...fields, action: 'code' })}<label for="code">Code from your authenticator app, or a recovery code</label>
<input id="code" name="code" autocomplete="one-time-code" autocapitalize="off" spellcheck="false" maxlength="40" required autofocus>
<button>Sign in</button>
</form>`;
