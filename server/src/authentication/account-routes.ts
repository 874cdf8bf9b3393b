import type { z } from 'zod';
import { route } from '../platform/http/route.ts';
import { authenticationErrors } from './errors.ts';
import type { PersonPages } from './person-pages.ts';
import { AccountStatus, EmailVerification, PasswordReset, PasswordResetRequest, SignUp } from './records.ts';

const common = {
  method: 'POST',
  group: 'Authentication',
  access: 'public',
  response: AccountStatus,
  errors: [authenticationErrors.too_many_attempts.definition],
} as const;

const answer = (status: z.infer<typeof AccountStatus>['status']) => ({
  headers: { 'cache-control': 'no-store' },
  body: { status },
});

/** Returns the routes to sign up and to reset a password, which are public because the caller has no token yet. */
export const accountRoutes = ({ accounts, browsers }: Pick<PersonPages, 'accounts' | 'browsers'>) => [
  route({
    ...common,
    path: '/user',
    operationId: 'signUp',
    summary: 'Sign up; a mail with a link to confirm the address is sent',
    description:
      'The response does not reveal whether the address has an account. The account is created when the address is ' +
      'confirmed with the link in the mail. At most five mails per hour are sent to an address.',
    body: SignUp,
    example: { email: 'ann@example.com', name: 'Ann Lee', password: 'correct horse battery' },
    responseExample: { status: 'VERIFICATION_SENT' },
    responseDescription: 'A mail is being sent',
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
    summary: 'Confirm an e-mail address with the token from the mail, and create the account',
    body: EmailVerification,
    description:
      'The password chosen at sign-up is required, so that the owner of the address cannot accidentally confirm ' +
      'a request made by a different person.',
    example: { token: 'tpl_the-token-of-the-mail', password: 'a password of your own' },
    responseExample: { status: 'VERIFIED' },
    responseDescription: 'The account was created',
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
    summary: 'Request a mail with a link to reset the password',
    description: 'The response does not reveal whether the address has an account.',
    body: PasswordResetRequest,
    example: { email: 'ann@example.com' },
    responseExample: { status: 'RESET_SENT' },
    responseDescription: 'A mail is being sent',
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
    summary: 'Set a new password with the token from the mail; all sessions and tokens of the user end',
    body: PasswordReset,
    example: { token: 'tpl_the-token-of-the-mail', password: 'another horse battery' },
    responseExample: { status: 'PASSWORD_CHANGED' },
    responseDescription: 'The password was changed',
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
