import type { Mail } from '../platform/mail/outbox.ts';

/**
 * The mails about accounts. Whoever asks may not be whoever reads: no mail repeats a name or text that was asked for.
 */
export const accountMails = {
  verify: (to: string, link: string): Mail => ({
    to: [to],
    subject: 'Confirm your e-mail address',
    text: `Somebody, probably you, made a Tradepost account with this address.

Confirm it within 24 hours:
${link}

If it was not you, do nothing: there is no account until somebody follows the link.
`,
  }),
  alreadyKnown: (to: string, link: string): Mail => ({
    to: [to],
    subject: 'You have a Tradepost account already',
    text: `Somebody, probably you, tried to make a Tradepost account with this address. There is one already.

If you have forgotten your password, choose a new one within an hour:
${link}

If it was not you, do nothing.
`,
  }),
  reset: (to: string, link: string): Mail => ({
    to: [to],
    subject: 'Choose a new password',
    text: `Somebody, probably you, asked for a new password of the Tradepost account with this address.

Choose one within an hour:
${link}

If it was not you, do nothing: your password stays as it is.
`,
  }),
  noAccount: (to: string): Mail => ({
    to: [to],
    subject: 'There is no Tradepost account with this address',
    text: `Somebody, probably you, asked for a new password of a Tradepost account with this address. There is none.

If it was not you, do nothing.
`,
  }),
  passwordChanged: (to: string): Mail => ({
    to: [to],
    subject: 'Your password was changed',
    text: `The password of your Tradepost account was changed just now, and all other sessions were ended.

If it was not you, ask for a new password at once on the sign-in page.
`,
  }),
  factorAdded: (to: string): Mail => ({
    to: [to],
    subject: 'An authenticator app was added to your account',
    text: `From now on, signing in to your Tradepost account asks for a code of your authenticator app.

If it was not you, ask for a new password at once on the sign-in page, and tell your administrator.
`,
  }),
  passkeyAdded: (to: string): Mail => ({
    to: [to],
    subject: 'A passkey was added to your account',
    text: `A new passkey can sign in to your Tradepost account from now on.

If it was not you, ask for a new password at once on the sign-in page, and tell your administrator.
`,
  }),
  passkeyRemoved: (to: string): Mail => ({
    to: [to],
    subject: 'A passkey was removed from your account',
    text: `A passkey of your Tradepost account was removed just now, and signs in no more.

If it was not you, ask for a new password at once on the sign-in page, and tell your administrator.
`,
  }),
  factorRemoved: (to: string): Mail => ({
    to: [to],
    subject: 'The authenticator app was removed from your account',
    text: `The authenticator app of your Tradepost account was removed just now.

If it was not you, ask for a new password at once on the sign-in page, and tell your administrator.
`,
  }),
};
