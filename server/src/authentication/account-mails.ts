import type { Mail } from '../platform/mail/outbox.ts';

/**
 * Mails about accounts. Because the requester may differ from the owner of the address, mails never contain text from
 * the request.
 */
export const accountMails = {
  verify: (to: string, link: string): Mail => ({
    to: [to],
    subject: 'Confirm your e-mail address',
    text: `We received a request to create a Tradepost account with this e-mail address.

Confirm the address within 24 hours:
${link}

If you did not make this request, ignore this mail. No account is created unless the link is used.
`,
  }),
  alreadyKnown: (to: string, link: string): Mail => ({
    to: [to],
    subject: 'You already have a Tradepost account',
    text: `We received a request to create a Tradepost account with this e-mail address, but an account already exists.

If you have forgotten your password, choose a new password within an hour: ${link}

If you did not make this request, ignore this mail.
`,
  }),
  reset: (to: string, link: string): Mail => ({
    to: [to],
    subject: 'Choose a new password',
    text: `We received a request to reset the password of the Tradepost account with this e-mail address.

Choose a new password within an hour:
${link}

If you did not make this request, ignore this mail. Your password has not been changed.
`,
  }),
  noAccount: (to: string): Mail => ({
    to: [to],
    subject: 'There is no Tradepost account with this address',
    text: `We received a request to reset the password of a Tradepost account with this e-mail address, but there is no
such account.

If you did not make this request, ignore this mail.
`,
  }),
  passwordChanged: (to: string): Mail => ({
    to: [to],
    subject: 'Your password was changed',
    text: `The password of your Tradepost account was changed, and all other sessions were ended.

If you did not change it, reset your password immediately on the sign-in page.
`,
  }),
  factorAdded: (to: string): Mail => ({
    to: [to],
    subject: 'An authenticator app was added to your account',
    text: `Signing in to your Tradepost account now requires a code from your authenticator app.

If you did not add it, reset your password immediately on the sign-in page and inform your administrator.
`,
  }),
  passkeyAdded: (to: string): Mail => ({
    to: [to],
    subject: 'A passkey was added to your account',
    text: `A new passkey can now be used to sign in to your Tradepost account.

If you did not add it, reset your password immediately on the sign-in page and inform your administrator.
`,
  }),
  passkeyRemoved: (to: string): Mail => ({
    to: [to],
    subject: 'A passkey was removed from your account',
    text: `A passkey of your Tradepost account was removed and can no longer be used to sign in.

If you did not remove it, reset your password immediately on the sign-in page and inform your administrator.
`,
  }),
  factorRemoved: (to: string): Mail => ({
    to: [to],
    subject: 'The authenticator app was removed from your account',
    text: `The authenticator app of your Tradepost account was removed.

If you did not remove it, reset your password immediately on the sign-in page and inform your administrator.
`,
  }),
};
