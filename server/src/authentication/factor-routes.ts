import { invalid } from '../platform/errors.ts';
import { route } from '../platform/http/route.ts';
import { accountMails } from './account-mails.ts';
import { authenticationErrors } from './errors.ts';
import { PasswordAgain, RecoveryCodes, SecondFactors, TotpCode, TotpEnrolment } from './factor-records.ts';
import {
  endWithoutFactor,
  type FactorRouteDeps,
  factorRefusals,
  notify,
  requireFactorSession,
  requireOwner,
  statusOf,
} from './factor-session.ts';
import {
  confirmTotp,
  dropTotp,
  hasFactor,
  insertPendingTotp,
  readFactors,
  renewRecoveryCodes,
  setSessionFactor,
} from './second-factors.ts';
import { base32, newTotpSecret, otpauthUri } from './totp.ts';

const common = { group: 'Authentication', access: 'principal' } as const;
/** The header that prevents caching of responses with secrets. */
const noStore = { 'cache-control': 'no-store' };
const missing = authenticationErrors.no_second_factor;

const passwordExample = { currentPassword: 'a password of your own' };
const codesExample = { recoveryCodes: ['JBSW-Y3DP-EHPK-3PXP', 'GEZD-GNBV-GY3T-QOJQ'] };
const statusExample = {
  totp: true,
  totpSince: '2027-01-31T09:00:00.000Z',
  recoveryCodesLeft: 10,
  passkeys: [
    {
      id: 'pky_01m7z53qrwf3raysksbfq2fp2q',
      name: 'Laptop',
      creationTime: '2027-01-31T09:00:00.000Z',
      lastUsedAt: '2027-01-31T10:00:00.000Z',
    },
  ],
};

/** Returns the routes for the second factors of the calling user. */
export const factorRoutes = (deps: FactorRouteDeps) => [
  route({
    ...common,
    method: 'GET',
    path: '/user/me/secondFactor',
    operationId: 'getMySecondFactors',
    summary: 'Get the second factors of the calling user',
    response: SecondFactors,
    responseExample: statusExample,
    responseDescription: 'The second factors, without their secrets',
    run: {
      kind: 'plain',
      handle: async (_request, { principal, database }) => ({
        body: await database.transaction(
          async (queryable) => statusOf(queryable, await deps.requirePersonSession(queryable, principal)),
          'system',
        ),
      }),
    },
  }),
  beginTotpRoute(deps),
  confirmTotpRoute(deps),
  removeTotpRoute(deps),
  recoveryCodesRoute(deps),
];

const beginTotpRoute = (deps: FactorRouteDeps) =>
  route({
    ...common,
    method: 'POST',
    path: '/user/me/totp',
    operationId: 'beginTotp',
    summary: 'Create a secret for an authenticator app',
    description:
      'The secret becomes the second factor when it is confirmed with `confirmTotp` within an hour. Until then an earlier ' +
      'confirmed secret stays valid. A user with a second factor needs a session that was opened with it.',
    errors: [...factorRefusals],
    body: PasswordAgain,
    example: passwordExample,
    response: TotpEnrolment,
    responseExample: {
      secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      uri: 'otpauth://totp/Tradepost:ann%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Tradepost&algorithm=SHA1&digits=6&period=30',
    },
    responseDescription: 'The secret, which is shown only once',
    run: {
      kind: 'plain',
      handle: async ({ body }, { principal, database }) => {
        const session = await requireOwner(deps, database, principal, body.currentPassword);
        const secret = newTotpSecret();
        await database.transaction(
          ({ query }) => query(insertPendingTotp(deps, session.personId, secret)),
          'system',
        );
        return {
          headers: noStore,
          body: { secret: base32(secret), uri: otpauthUri(secret, session.email) },
        };
      },
    },
  });

const confirmTotpRoute = (deps: FactorRouteDeps) =>
  route({
    ...common,
    method: 'POST',
    path: '/user/me/totp/confirm',
    operationId: 'confirmTotp',
    summary: 'Confirm an authenticator app with a code; new recovery codes are created',
    description:
      'From then on, sign-in requires a code. The calling session counts as opened with the second factor.',
    errors: [...factorRefusals],
    body: TotpCode,
    example: { code: '123456' },
    response: RecoveryCodes,
    responseExample: codesExample,
    responseDescription: 'Ten recovery codes, which are shown only once',
    run: {
      kind: 'plain',
      handle: async ({ body }, { principal, database }) => {
        const recoveryCodes = await database.transaction(async (queryable) => {
          const session = await requireFactorSession(deps, queryable, principal);
          const { personId } = session;
          if (!(await confirmTotp(deps, queryable, personId, body.code))) throw wrongCode();
          await queryable.query(setSessionFactor(session.id, 'TOTP'));
          await notify(deps, queryable, accountMails.factorAdded(session.email));
          return renewRecoveryCodes(queryable, personId, deps.now());
        }, 'system');
        return { headers: noStore, body: { recoveryCodes } };
      },
    },
  });

const wrongCode = () =>
  invalid([
    { pointer: '/code', message: 'is wrong, or the secret is older than an hour: call beginTotp again' },
  ]);

const removeTotpRoute = (deps: FactorRouteDeps) =>
  route({
    ...common,
    method: 'POST',
    path: '/user/me/totp/remove',
    operationId: 'removeTotp',
    summary: 'Remove the authenticator app; with the last second factor the recovery codes are removed too',
    errors: [...factorRefusals, missing.definition],
    body: PasswordAgain,
    example: passwordExample,
    response: SecondFactors,
    responseExample: { totp: false, recoveryCodesLeft: 0, passkeys: [] },
    responseDescription: 'The remaining second factors',
    run: {
      kind: 'plain',
      handle: async ({ body }, { principal, database }) => {
        const { personId, email } = await requireOwner(deps, database, principal, body.currentPassword);
        const left = await database.transaction(async (queryable) => {
          const session = await requireFactorSession(deps, queryable, principal);
          if (!(await readFactors(queryable, personId)).totpSince) throw missing();
          await queryable.query(dropTotp(personId));
          await endWithoutFactor(queryable, personId);
          await notify(deps, queryable, accountMails.factorRemoved(email));
          return statusOf(queryable, session);
        }, 'system');
        return { body: left };
      },
    },
  });

const recoveryCodesRoute = (deps: FactorRouteDeps) =>
  route({
    ...common,
    method: 'POST',
    path: '/user/me/recoveryCodes',
    operationId: 'renewRecoveryCodes',
    summary: 'Create ten new recovery codes; the earlier codes are revoked',
    errors: [...factorRefusals, missing.definition],
    body: PasswordAgain,
    example: passwordExample,
    response: RecoveryCodes,
    responseExample: codesExample,
    responseDescription: 'Ten recovery codes, which are shown only once',
    run: {
      kind: 'plain',
      handle: async ({ body }, { principal, database }) => {
        const { personId } = await requireOwner(deps, database, principal, body.currentPassword);
        const recoveryCodes = await database.transaction(async (queryable) => {
          if (!hasFactor(await readFactors(queryable, personId))) throw missing();
          return renewRecoveryCodes(queryable, personId, deps.now());
        }, 'system');
        return { headers: noStore, body: { recoveryCodes } };
      },
    },
  });
