import { composeMail, type MailContent } from '../platform/mail/layout.ts';
import type { Mail } from '../platform/mail/outbox.ts';

const unexpected = 'If you did not make this request, ignore this mail.';
const asked = {
  text: 'You receive this mail because this address was entered on the Tradepost sign-in pages.',
};
const owner = {
  text: 'You receive this mail because this address belongs to a Tradepost account. These mails cannot be switched off.',
};
/** The request that a user makes after an unexpected change to the account. */
const alarm = (change: string): string =>
  `If you did not ${change}, reset your password immediately on the sign-in page and inform your administrator.`;

const mailOf = (to: string, subject: string, content: Omit<MailContent, 'heading'>): Mail => ({
  to: [to],
  subject,
  ...composeMail({ heading: subject, ...content }),
});

/**
 * Mails about accounts. Because the requester may differ from the owner of the address, mails never contain text from
 * the request.
 */
export const accountMails = {
  verify: (to: string, link: string): Mail =>
    mailOf(to, 'Confirm your e-mail address', {
      paragraphs: [
        'We received a request to create a Tradepost account with this e-mail address. Confirm the address within 24 hours.',
      ],
      button: { label: 'Confirm the address', url: link },
      notes: [`${unexpected} No account is created unless the link is used.`],
      footer: asked,
    }),
  alreadyKnown: (to: string, link: string): Mail =>
    mailOf(to, 'You already have a Tradepost account', {
      paragraphs: [
        'We received a request to create a Tradepost account with this e-mail address, but an account already exists.',
        'If you have forgotten your password, choose a new password within an hour.',
      ],
      button: { label: 'Choose a new password', url: link },
      notes: [unexpected],
      footer: asked,
    }),
  reset: (to: string, link: string): Mail =>
    mailOf(to, 'Choose a new password', {
      paragraphs: [
        'We received a request to reset the password of the Tradepost account with this e-mail address. Choose a new password within an hour.',
      ],
      button: { label: 'Choose a new password', url: link },
      notes: [`${unexpected} Your password has not been changed.`],
      footer: asked,
    }),
  noAccount: (to: string): Mail =>
    mailOf(to, 'There is no Tradepost account with this address', {
      paragraphs: [
        'We received a request to reset the password of a Tradepost account with this e-mail address, but there is no such account.',
      ],
      notes: [unexpected],
      footer: asked,
    }),
  passwordChanged: (to: string): Mail =>
    mailOf(to, 'Your password was changed', {
      paragraphs: ['The password of your Tradepost account was changed, and all other sessions were ended.'],
      notes: ['If you did not change it, reset your password immediately on the sign-in page.'],
      footer: owner,
    }),
  factorAdded: (to: string): Mail =>
    mailOf(to, 'An authenticator app was added to your account', {
      paragraphs: ['Signing in to your Tradepost account now requires a code from your authenticator app.'],
      notes: [alarm('add it')],
      footer: owner,
    }),
  passkeyAdded: (to: string): Mail =>
    mailOf(to, 'A passkey was added to your account', {
      paragraphs: ['A new passkey can now be used to sign in to your Tradepost account.'],
      notes: [alarm('add it')],
      footer: owner,
    }),
  passkeyRemoved: (to: string): Mail =>
    mailOf(to, 'A passkey was removed from your account', {
      paragraphs: ['A passkey of your Tradepost account was removed and can no longer be used to sign in.'],
      notes: [alarm('remove it')],
      footer: owner,
    }),
  factorRemoved: (to: string): Mail =>
    mailOf(to, 'The authenticator app was removed from your account', {
      paragraphs: ['The authenticator app of your Tradepost account was removed.'],
      notes: [alarm('remove it')],
      footer: owner,
    }),
};
