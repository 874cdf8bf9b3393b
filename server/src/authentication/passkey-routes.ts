import type { Addresses } from '../platform/addresses.ts';
import type { Database } from '../platform/database/database.ts';
import type { Transaction } from '../platform/database/statement.ts';
import { invalid } from '../platform/errors.ts';
import { route } from '../platform/http/route.ts';
import { accountMails } from './account-mails.ts';
import type { Challenges } from './challenges.ts';
import { authenticationErrors } from './errors.ts';
import {
  NewPasskey,
  PasskeyEnrolment,
  PasswordAgain,
  passkeyLimit,
  RegisteredPasskey,
  SecondFactors,
} from './factor-records.ts';
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
  creationOptions,
  dropPasskey,
  insertPasskey,
  judgeRegistration,
  listPasskeys,
  type NewPasskey as MadePasskey,
} from './passkeys.ts';
import { requireRelyingParty } from './relying-party.ts';
import { hasFactor, readFactors, renewRecoveryCodes, setSessionFactor } from './second-factors.ts';
import type { Session } from './sessions.ts';

export type PasskeyRouteDeps = FactorRouteDeps & { addresses: Addresses; challenges: Challenges };

const common = { group: 'Authentication', access: 'principal', method: 'POST' } as const;
const { passkeys_unavailable, too_many_passkeys, passkey_not_found } = authenticationErrors;
const noStore = { 'cache-control': 'no-store' };
const passwordExample = { currentPassword: 'a password of your own' };
const credentialExample = { id: 'AQIDBA', rawId: 'AQIDBA', type: 'public-key' };

/** Returns the routes to register and remove passkeys. */
export const passkeyRoutes = (deps: PasskeyRouteDeps) => [
  beginRoute(deps),
  registerRoute(deps),
  removeRoute(deps),
];

const inSystem = <T>(database: Database, work: (queryable: Transaction) => Promise<T>): Promise<T> =>
  database.transaction(work, 'system');

const bindingOf = ({ id }: Session): string => `session ${id}`;

const beginRoute = (deps: PasskeyRouteDeps) =>
  route({
    ...common,
    path: '/user/me/passkey/begin',
    operationId: 'beginPasskey',
    summary: 'Create a challenge for a new passkey',
    description:
      'The challenge can be used on pages at the host of AUTH_URL, and on pages at BASE_URL if its host is the same ' +
      'or a subdomain. A user with a second factor needs a session that was opened with it. An account has at most 20 passkeys.',
    errors: [...factorRefusals, passkeys_unavailable.definition, too_many_passkeys.definition],
    body: PasswordAgain,
    example: passwordExample,
    response: PasskeyEnrolment,
    responseExample: {
      options: { challenge: 'h2Qv', rp: { id: 'tradepost.example', name: 'Tradepost' } },
      state: '1a2b3c4d.x',
    },
    responseDescription: 'The challenge, valid once and for five minutes',
    run: {
      kind: 'plain',
      handle: async ({ body }, { principal, database }) => {
        await inSystem(database, (queryable) => requireFactorSession(deps, queryable, principal));
        const party = requireRelyingParty(deps.addresses);
        const session = await requireOwner(deps, database, principal, body.currentPassword);
        const known = await inSystem(database, (queryable) => listPasskeys(queryable, session.personId));
        if (known.length >= passkeyLimit) throw too_many_passkeys();
        const { challenge, sealed } = deps.challenges.make(bindingOf(session));
        const credentialIds = known.map((row) => row.credential_id);
        const person = { id: session.personId, email: session.email, credentialIds };
        return {
          headers: noStore,
          body: { options: creationOptions(party, challenge, person), state: sealed },
        };
      },
    },
  });

const registerRoute = (deps: PasskeyRouteDeps) =>
  route({
    ...common,
    path: '/user/me/passkey',
    operationId: 'registerPasskey',
    summary: 'Register a passkey that an authenticator has created',
    description:
      'From then on the user can sign in with the passkey instead of password and code. The calling session counts as ' +
      'opened with the passkey.',
    errors: [...factorRefusals, passkeys_unavailable.definition, too_many_passkeys.definition],
    body: NewPasskey,
    example: { name: 'Laptop', state: '1a2b3c4d.x', credential: credentialExample },
    response: RegisteredPasskey,
    responseExample: {
      passkey: { id: 'pky_01m7z53qrwf3raysksbfq2fp2q', name: 'Laptop' },
      recoveryCodes: ['JBSW-Y3DP-EHPK-3PXP'],
    },
    responseDescription: 'The passkey, with recovery codes if it is the first second factor',
    run: {
      kind: 'plain',
      handle: async ({ body }, { principal, database }) => {
        const session = await inSystem(database, (queryable) =>
          requireFactorSession(deps, queryable, principal),
        );
        const party = requireRelyingParty(deps.addresses);
        const challenge = deps.challenges.read(body.state, bindingOf(session));
        const made = challenge && (await judgeRegistration(party, challenge, body.credential));
        if (!challenge || !made) throw badCredential();
        const registered = await database.transaction(async (queryable) => {
          // The session is checked again, because a factor may have been added in the meantime.
          await requireFactorSession(deps, queryable, principal);
          if (!(await deps.challenges.use(queryable, challenge))) throw badCredential();
          return register(deps, queryable, session, { ...made, name: body.name });
        }, 'system');
        return { headers: noStore, body: registered };
      },
    },
  });

const badCredential = () =>
  invalid([
    {
      pointer: '/credential',
      message: 'does not match the challenge, or has expired: call beginPasskey again',
    },
  ]);

async function register(
  deps: PasskeyRouteDeps,
  queryable: Transaction,
  session: Session,
  made: MadePasskey & { name: string },
) {
  const { personId } = session;
  const before = await readFactors(queryable, personId);
  if (before.passkeys >= passkeyLimit) throw too_many_passkeys();
  const id = deps.newId('pky');
  const now = deps.now();
  const [row] = await queryable.query(insertPasskey({ ...made, id, personId }, now));
  if (!row) throw badCredential();
  await queryable.query(setSessionFactor(session.id, 'PASSKEY'));
  await notify(deps, queryable, accountMails.passkeyAdded(session.email));
  const codes = hasFactor(before) ? undefined : await renewRecoveryCodes(queryable, personId, now);
  return {
    passkey: { id, name: made.name, creationTime: now.toISOString() },
    ...(codes ? { recoveryCodes: codes } : {}),
  };
}

const removeRoute = (deps: PasskeyRouteDeps) =>
  route({
    ...common,
    path: '/user/me/passkey/{passkeyId}/remove',
    operationId: 'removePasskey',
    summary: 'Remove a passkey; with the last second factor the recovery codes are removed too',
    errors: [...factorRefusals, passkey_not_found.definition],
    body: PasswordAgain,
    example: passwordExample,
    response: SecondFactors,
    responseExample: { totp: false, recoveryCodesLeft: 0, passkeys: [] },
    responseDescription: 'The remaining second factors',
    run: {
      kind: 'plain',
      handle: async ({ body, params }, { principal, database }) => {
        const { personId, email } = await requireOwner(deps, database, principal, body.currentPassword);
        const left = await database.transaction(async (queryable) => {
          const session = await requireFactorSession(deps, queryable, principal);
          const dropped = await queryable.query(dropPasskey(personId, params.passkeyId));
          if (dropped.length === 0) throw passkey_not_found();
          await endWithoutFactor(queryable, personId);
          await notify(deps, queryable, accountMails.passkeyRemoved(email));
          return statusOf(queryable, session);
        }, 'system');
        return { body: left };
      },
    },
  });
