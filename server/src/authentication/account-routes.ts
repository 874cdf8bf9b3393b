import type { z } from 'zod';
import { route } from '../platform/http/route.ts';
import { authenticationErrors } from './errors.ts';
import type { PersonPages } from './person-pages.ts';
import { AccountStatus, EmailVerification, PasswordReset, PasswordResetRequest, SignUp } from './records.ts';

const common = {
  method: 'POST',
  group: 'Authentication',
  access: 'public',
  bodyRequired: true,
  response: AccountStatus,
  errors: [authenticationErrors.too_many_attempts.definition],
} as const;

const answer = (status: z.infer<typeof AccountStatus>['status']) => ({
  headers: { 'cache-control': 'no-store' },
  body: { status },
});

/** The routes by which people come to an account and back into it: without a token, as they have none. */
export const accountRoutes = ({ accounts, browsers }: Pick<PersonPages, 'accounts' | 'browsers'>) => [
  route({
    ...common,
    path: '/user',
    operationId: 'signUp',
    summary: 'Ask for an account; a mail says how to confirm the address',
    description:
      'The answer is the same whether the address has an account or not. There is an account once the link of the ' +
      'mail was followed. An address is sent at most five mails an hour.',
    body: SignUp,
    example: { email: 'ann@example.com', name: 'Ann Lee', password: 'correct horse battery' },
    responseExample: { status: 'VERIFICATION_SENT' },
    responseDescription: 'A mail is on its way',
    run: {
      kind: 'plain',
      handle: async (request) => {
        const { body } = request;
        await accounts.signUp(body, browsers.callerOf(request));
        return answer('VERIFICATION_SENT');
      },
    },
  }),
  route({
    ...common,
    path: '/user/verifyEmail',
    operationId: 'verifyEmail',
    summary: 'Confirm an e-mail address by the token of the mail, which makes the account',
    body: EmailVerification,
    description: 'With the password that was chosen, so that nobody confirms what somebody else asked for.',
    example: { token: 'tpl_the-token-of-the-mail', password: 'a password of your own' },
    responseExample: { status: 'VERIFIED' },
    responseDescription: 'There is an account now',
    run: {
      kind: 'plain',
      handle: async (request) => {
        const { body } = request;
        await accounts.verifyEmail(body.token, body.password, browsers.callerOf(request));
        return answer('VERIFIED');
      },
    },
  }),
  route({
    ...common,
    path: '/user/requestPasswordReset',
    operationId: 'requestPasswordReset',
    summary: 'Ask for a mail by which a new password can be chosen',
    description: 'The answer is the same whether the address has an account or not.',
    body: PasswordResetRequest,
    example: { email: 'ann@example.com' },
    responseExample: { status: 'RESET_SENT' },
    responseDescription: 'A mail is on its way',
    run: {
      kind: 'plain',
      handle: async (request) => {
        const { body } = request;
        await accounts.requestPasswordReset(body.email, browsers.callerOf(request));
        return answer('RESET_SENT');
      },
    },
  }),
  route({
    ...common,
    path: '/user/resetPassword',
    operationId: 'resetPassword',
    summary: 'Choose a new password by the token of the mail; every session and token of the person ends',
    body: PasswordReset,
    example: { token: 'tpl_the-token-of-the-mail', password: 'another horse battery' },
    responseExample: { status: 'PASSWORD_CHANGED' },
    responseDescription: 'The password is the new one',
    run: {
      kind: 'plain',
      handle: async (request) => {
        const { body } = request;
        await accounts.resetPassword(body.token, body.password, browsers.callerOf(request));
        return answer('PASSWORD_CHANGED');
      },
    },
  }),
];
