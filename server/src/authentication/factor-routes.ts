import type { z } from 'zod';
import type { Principal } from '../platform/access/access.ts';
import type { Database } from '../platform/database/database.ts';
import type { Transacting } from '../platform/database/statement.ts';
import { errors, invalid } from '../platform/errors.ts';
import { route } from '../platform/http/route.ts';
import type { NewId } from '../platform/ids.ts';
import { type Mail, queueMail } from '../platform/mail/outbox.ts';
import { accountMails } from './account-mails.ts';
import type { Accounts } from './accounts.ts';
import { authenticationErrors } from './errors.ts';
import { PasswordAgain, RecoveryCodes, SecondFactors, TotpCode, TotpEnrolment } from './factor-records.ts';
import {
  clearSessionFactors,
  confirmTotp,
  dropRecoveryCodes,
  dropTotp,
  type FactorDeps,
  hasFactor,
  insertPendingTotp,
  readFactors,
  renewRecoveryCodes,
  setSessionFactor,
} from './second-factors.ts';
import { requirePersonSession, type Session } from './sessions.ts';
import { base32, newTotpSecret, otpauthUri } from './totp.ts';

export type FactorRouteDeps = FactorDeps & { accounts: Accounts; newId: NewId };

const common = { group: 'Authentication', access: 'principal' } as const;
/** Answers with secrets are kept by no cache. */
const noStore = { 'cache-control': 'no-store' };
const refusals = [
  errors.auth_method_not_allowed.definition,
  errors.second_factor_required.definition,
] as const;
const missing = authenticationErrors.no_second_factor;

const passwordExample = { currentPassword: 'a password of your own' };
const codesExample = { recoveryCodes: ['JBSW-Y3DP-EHPK-3PXP', 'GEZD-GNBV-GY3T-QOJQ'] };
const statusExample = { totp: true, totpSince: '2027-01-31T09:00:00.000Z', recoveryCodesLeft: 10 };

/** The second factors of the person that calls. */
export const factorRoutes = (deps: FactorRouteDeps) => [
  route({
    ...common,
    method: 'GET',
    path: '/user/me/secondFactor',
    operationId: 'getMySecondFactors',
    summary: 'The second factors of the person that calls',
    response: SecondFactors,
    responseExample: statusExample,
    responseDescription: 'The second factors, without their secrets',
    run: {
      kind: 'principal',
      handle: async ({ principal, database }) => ({
        body: await database.transaction(
          async (queryable) => statusOf(queryable, await requirePersonSession(queryable, principal)),
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
    summary: 'Make a secret for an authenticator app',
    description:
      'The secret is pending for an hour and counts from its confirmation by `confirmTotp`; a confirmed one stays ' +
      'until then. A person who has a second factor needs a session that was opened with it.',
    errors: [...refusals],
    body: PasswordAgain,
    bodyRequired: true,
    example: passwordExample,
    response: TotpEnrolment,
    responseExample: {
      secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      uri: 'otpauth://totp/Tradepost:ann%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Tradepost&algorithm=SHA1&digits=6&period=30',
    },
    responseDescription: 'The secret, which is shown only once',
    run: {
      kind: 'principal',
      handle: async ({ principal, database }, { body }) => {
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
    summary: 'Confirm an authenticator app by a code of it, which makes new recovery codes',
    description: 'From then on sign-in asks for a code. The session that calls counts as opened with it.',
    errors: [...refusals],
    body: TotpCode,
    bodyRequired: true,
    example: { code: '123456' },
    response: RecoveryCodes,
    responseExample: codesExample,
    responseDescription: 'Ten recovery codes, which are shown only once',
    run: {
      kind: 'principal',
      handle: async ({ principal, database }, { body }) => {
        const recoveryCodes = await database.transaction(async (queryable) => {
          const session = await requireFactorSession(queryable, principal);
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
  invalid([{ pointer: '/code', message: 'is wrong, or its secret is older than an hour: begin again' }]);

const removeTotpRoute = (deps: FactorRouteDeps) =>
  route({
    ...common,
    method: 'POST',
    path: '/user/me/totp/remove',
    operationId: 'removeTotp',
    summary: 'Remove the authenticator app, with the recovery codes',
    errors: [...refusals, missing.definition],
    body: PasswordAgain,
    bodyRequired: true,
    example: passwordExample,
    response: SecondFactors,
    responseExample: { totp: false, recoveryCodesLeft: 0 },
    responseDescription: 'The second factors that are left',
    run: {
      kind: 'principal',
      handle: async ({ principal, database }, { body }) => {
        const { personId, email } = await requireOwner(deps, database, principal, body.currentPassword);
        const left = await database.transaction(async (queryable) => {
          const session = await requireFactorSession(queryable, principal);
          if (!(await readFactors(queryable, personId)).totpSince) throw missing();
          await queryable.query(dropTotp(personId));
          if (!hasFactor(await readFactors(queryable, personId))) {
            await queryable.query(dropRecoveryCodes(personId));
            await queryable.query(clearSessionFactors(personId));
          }
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
    summary: 'Make ten new recovery codes; the earlier ones are revoked',
    errors: [...refusals, missing.definition],
    body: PasswordAgain,
    bodyRequired: true,
    example: passwordExample,
    response: RecoveryCodes,
    responseExample: codesExample,
    responseDescription: 'Ten recovery codes, which are shown only once',
    run: {
      kind: 'principal',
      handle: async ({ principal, database }, { body }) => {
        const { personId } = await requireOwner(deps, database, principal, body.currentPassword);
        const recoveryCodes = await database.transaction(async (queryable) => {
          if (!hasFactor(await readFactors(queryable, personId))) throw missing();
          return renewRecoveryCodes(queryable, personId, deps.now());
        }, 'system');
        return { headers: noStore, body: { recoveryCodes } };
      },
    },
  });

/**
 * The session of a person who may change second factors: opened by password, and with a second factor if the person has
 * one. @throws 403 otherwise
 */
async function requireFactorSession(queryable: Transacting, principal: Principal): Promise<Session> {
  const session = await requirePersonSession(queryable, principal);
  if (session.method !== 'PASSWORD')
    throw errors.auth_method_not_allowed('Sign in with the password to change second factors.');
  if (session.factor === undefined && hasFactor(await readFactors(queryable, session.personId)))
    throw errors.second_factor_required('Sign in again with the second factor to change it.');
  return session;
}

/** The same for changes that ask for the password again. @throws 400 when it is wrong */
async function requireOwner(
  { accounts }: FactorRouteDeps,
  database: Database,
  principal: Principal,
  password: string,
): Promise<Session> {
  const session = await database.transaction(
    (queryable) => requireFactorSession(queryable, principal),
    'system',
  );
  await accounts.requirePassword(session, password);
  return session;
}

async function statusOf(
  queryable: Transacting,
  { personId }: Session,
): Promise<z.output<typeof SecondFactors>> {
  const { totpSince, recoveryCodesLeft } = await readFactors(queryable, personId);
  return { totp: totpSince !== undefined, totpSince, recoveryCodesLeft };
}

const notify = ({ newId, now }: FactorRouteDeps, { query }: Transacting, mail: Mail) =>
  query(queueMail({ ...mail, id: newId('mal'), now: now() }));
