import type { Addresses } from '../platform/addresses.ts';
import type { Database } from '../platform/database/database.ts';
import type { Transaction } from '../platform/database/statement.ts';
import { errors, invalid } from '../platform/errors.ts';
import type { NewId } from '../platform/ids.ts';
import { type Mail, queueMail } from '../platform/mail/outbox.ts';
import type { Vault } from '../platform/secrets/encryption.ts';
import { accountMails } from './account-mails.ts';
import type { AttemptRates } from './attempt-rates.ts';
import { type Caller, countAttempt, forgetFailures, knownName, nameOf } from './attempts.ts';
import { type Passwords, passwordProblem } from './passwords.ts';
import {
  countRecentTokens,
  dropTokens,
  findPerson,
  findPersonByEmail,
  insertPerson,
  insertPersonToken,
  lockPassword,
  type Person,
  peekPersonToken,
  peekVerification,
  resetPerson,
  type TokenPurpose,
  takePersonToken,
  updateName,
  updatePassword,
} from './person-store.ts';
import { hasFactor, readFactors, type SecondFactor, useCode } from './second-factors.ts';
import { type PendingStep, passwordPrint } from './second-step.ts';
import { newSecret } from './secrets.ts';
import { endSessionsOf, type Session } from './sessions.ts';

export type AccountDeps = {
  database: Database;
  passwords: Passwords;
  attemptRates: AttemptRates;
  addresses: Addresses;
  vault: Vault;
  newId: NewId;
  now: () => Date;
};

export type NewAccount = { email: string; name?: string | undefined; password: string };

/** A change to an account; a null removes the name. */
export type AccountPatch = {
  name?: string | null | undefined;
  password?: string | undefined;
  currentPassword?: string | undefined;
};

export type Credentials = { email: string; password: string };

/** The result of a successful password check. */
export type PasswordCheck = {
  person: Person;
  /** Whether the user has a second factor, which must still be verified. */
  needsFactor: boolean;
  /** The origins for which the attempt was counted. */
  origins: readonly string[];
};

export type FactorCheck = { person: Person; factor: SecondFactor };

/** Continues in a system transaction after a sign-in, with the second factor of the user, if any. */
export type AfterSignIn<T> = (
  queryable: Transaction,
  person: Person,
  factor: SecondFactor | undefined,
) => Promise<T>;

/**
 * The accounts of users. Responses and response times do not reveal whether an address has an account. Each method with
 * a caller throws 429 after too many attempts from the caller's network.
 */
export type Accounts = {
  signUp(account: NewAccount, caller: Caller): Promise<void>;
  /** Creates the account that was requested. @throws 400 if the token is invalid, used or expired */
  verifyEmail(token: string, password: string, caller: Caller): Promise<void>;
  /**
   * Creates an account whose address has already been verified, and continues in the same transaction.
   * @returns undefined if the address already has an account
   * @throws 400 for a weak password
   */
  createProved<T>(
    account: NewAccount,
    caller: Caller,
    goOn: (queryable: Transaction, person: Person) => Promise<T>,
  ): Promise<T | undefined>;
  /**
   * Authenticates by password and, if needed, a code, and continues in a transaction.
   * @param tried.code a code of the authenticator app, or a recovery code; required if the user has a second factor
   * @returns undefined if the password or code is wrong, or the account is locked or does not exist
   */
  withPassword<T>(
    tried: Credentials & { code: string },
    caller: Caller,
    goOn: AfterSignIn<T>,
  ): Promise<T | undefined>;
  requestPasswordReset(email: string, caller: Caller): Promise<void>;
  /** Sets a new password and ends all sessions of the user. @throws 400 if the token is invalid, used or expired */
  resetPassword(token: string, password: string, caller: Caller): Promise<void>;
  /**
   * Verifies a password; undefined if it is wrong or the account is locked. Before acting on the result, a caller must
   * lock the password (`lockPassword`), because the password may change in the meantime.
   */
  checkPassword(tried: Credentials, caller: Caller): Promise<PasswordCheck | undefined>;
  /**
   * Verifies the code of a sign-in whose password was correct. A wrong code counts as a failed attempt.
   * @returns undefined for a wrong code or a locked account; OUTDATED if the password was changed in the meantime
   */
  checkCode(
    pending: PendingStep,
    code: string,
    caller: Caller,
  ): Promise<FactorCheck | 'OUTDATED' | undefined>;
  /** Verifies the password of a signed-in user again. @throws 400 if it is wrong */
  requirePassword(session: Session, password: string): Promise<void>;
  /** Changes the name or password. A new password ends all other sessions. @throws 400 for a wrong password */
  change(session: Session, patch: AccountPatch): Promise<void>;
};

export const createAccounts = (deps: AccountDeps): Accounts => ({
  signUp: (account, caller) => signUp(deps, account, caller),
  verifyEmail: (token, password, caller) => verifyEmail(deps, token, password, caller),
  createProved: (account, caller, goOn) => createProved(deps, account, caller, goOn),
  withPassword: (tried, caller, goOn) => withPassword(deps, tried, caller, goOn),
  requestPasswordReset: (email, caller) => requestPasswordReset(deps, email, caller),
  resetPassword: (token, password, caller) => resetPassword(deps, token, password, caller),
  checkPassword: (tried, caller) => checkPassword(deps, tried, caller),
  checkCode: (pending, code, caller) => checkCode(deps, pending, code, caller),
  requirePassword: async (session, password) => {
    await provePassword(deps, session, password);
  },
  change: (session, patch) => change(deps, session, patch),
});

const asSystem = <T>({ database }: AccountDeps, work: (queryable: Transaction) => Promise<T>): Promise<T> =>
  database.transaction(work, 'system');

async function signUp(deps: AccountDeps, account: NewAccount, caller: Caller): Promise<void> {
  const email = account.email.toLowerCase();
  refuseBadPassword(account.password, email);
  await deps.attemptRates.requireSignUp(caller.network);
  const passwordHash = await deps.passwords.hash(account.password, caller.network);
  await asSystem(deps, async (queryable) => {
    if (await findPersonByEmail(queryable, email)) {
      const mail = (link: string) => accountMails.alreadyKnown(email, link);
      return sendLink(deps, queryable, { purpose: 'RESET_PASSWORD', email }, mail);
    }
    const pending = { purpose: 'VERIFY_EMAIL', email, name: account.name, passwordHash } as const;
    return sendLink(deps, queryable, pending, (link) => accountMails.verify(email, link));
  });
}

/**
 * Creates the account. The link proves that the caller owns the address, and the password proves that the same user
 * requested the account. Otherwise a stranger who signed up with this address could use the account.
 */
async function verifyEmail(
  deps: AccountDeps,
  token: string,
  password: string,
  caller: Caller,
): Promise<void> {
  await deps.attemptRates.requireSignUp(caller.network);
  const hash = await asSystem(deps, (queryable) => peekVerification(queryable, token));
  if (hash === undefined) throw linkIsOld();
  if (!(await deps.passwords.verify(password, hash, caller.network)))
    throw invalid([{ pointer: '/password', message: 'does not match the password chosen at sign-up' }]);
  await asSystem(deps, async (queryable) => {
    const taken = await takePersonToken(queryable, 'VERIFY_EMAIL', token);
    if (!taken) throw linkIsOld();
    const now = deps.now();
    const person = {
      id: deps.newId('usr'),
      email: taken.email,
      name: taken.name ?? undefined,
      passwordHash: taken.password_hash as string,
      emailVerifiedAt: now,
    };
    // An account that an SSO sign-in has created in the meantime is unchanged; the user can reset the password.
    if (!(await insertPerson(queryable, person, now))) throw linkIsOld();
    await queryable.query(dropTokens(taken.email));
  });
}

async function createProved<T>(
  deps: AccountDeps,
  account: NewAccount,
  caller: Caller,
  goOn: (queryable: Transaction, person: Person) => Promise<T>,
): Promise<T | undefined> {
  const email = account.email.toLowerCase();
  refuseBadPassword(account.password, email);
  await deps.attemptRates.requireSignUp(caller.network);
  const passwordHash = await deps.passwords.hash(account.password, caller.network);
  return asSystem(deps, async (queryable) => {
    const now = deps.now();
    const made = { id: deps.newId('usr'), email, name: account.name, passwordHash, emailVerifiedAt: now };
    const person = await insertPerson(queryable, made, now);
    if (!person) return undefined;
    await queryable.query(dropTokens(email));
    return goOn(queryable, person);
  });
}

async function requestPasswordReset(deps: AccountDeps, address: string, caller: Caller): Promise<void> {
  await deps.attemptRates.requireSignUp(caller.network);
  const email = address.toLowerCase();
  await asSystem(deps, async (queryable) => {
    const known = await findPersonByEmail(queryable, email);
    const purpose = known ? 'RESET_PASSWORD' : 'NOTICE';
    const mail = (link: string) => (known ? accountMails.reset(email, link) : accountMails.noAccount(email));
    await sendLink(deps, queryable, { purpose, email }, mail);
  });
}

async function resetPassword(
  deps: AccountDeps,
  token: string,
  password: string,
  caller: Caller,
): Promise<void> {
  await deps.attemptRates.requireSignUp(caller.network);
  const email = await asSystem(deps, (queryable) => peekPersonToken(queryable, 'RESET_PASSWORD', token));
  if (email === undefined) throw linkIsOld();
  refuseBadPassword(password, email);
  const passwordHash = await deps.passwords.hash(password, caller.network);
  await asSystem(deps, async (queryable) => {
    // The user is locked before the tokens, as in a password change, to avoid deadlocks.
    const person = await resetPerson(queryable, email, passwordHash, deps.now());
    const taken = await takePersonToken(queryable, 'RESET_PASSWORD', token);
    if (!person || !taken) throw linkIsOld();
    // With a second factor, failures are kept, because access to the mailbox must not allow new attempts.
    if (!hasFactor(await readFactors(queryable, person.id))) await queryable.query(forgetFailures(person.id));
    await queryable.query(endSessionsOf(person.id));
    await queryable.query(dropTokens(email));
    await enqueueMail(deps, queryable, accountMails.passwordChanged(email));
  });
}

async function checkPassword(
  deps: AccountDeps,
  { email, password }: Credentials,
  caller: Caller,
): Promise<PasswordCheck | undefined> {
  const tried = { email: email.toLowerCase(), password };
  await deps.attemptRates.requireSignIn(await nameOf(deps.database, tried.email, caller));
  return judgePassword(deps, tried, caller);
}

async function withPassword<T>(
  deps: AccountDeps,
  tried: Credentials & { code: string },
  caller: Caller,
  goOn: AfterSignIn<T>,
): Promise<T | undefined> {
  const proved = await checkPassword(deps, tried, caller);
  if (!proved) return undefined;
  const { person, needsFactor, origins } = proved;
  return asSystem(deps, async (queryable) => {
    const [locked] = await queryable.query(lockPassword(person));
    if (!locked) return undefined;
    if (!needsFactor) return goOn(queryable, person, undefined);
    const factor = await useCode(deps, queryable, person.id, tried.code);
    if (!factor) return undefined;
    await queryable.query(forgetFailures(person.id, origins));
    return goOn(queryable, person, factor);
  });
}

async function checkCode(
  deps: AccountDeps,
  { personId, passwordPrint: print }: PendingStep,
  code: string,
  caller: Caller,
): Promise<FactorCheck | 'OUTDATED' | undefined> {
  const person = await asSystem(deps, (queryable) => findPerson(queryable, personId));
  if (!person || passwordPrint(person) !== print) return 'OUTDATED';
  await deps.attemptRates.requireSignIn(await nameOf(deps.database, person.email, caller));
  const attempt = await asSystem(deps, (queryable) => countAttempt(queryable, person.email, caller));
  if (!attempt) return undefined;
  return asSystem(deps, async (queryable) => {
    const factor = await useCode(deps, queryable, personId, code);
    if (!factor) return undefined;
    await queryable.query(forgetFailures(personId, attempt.origins));
    return { person, factor };
  });
}

/** Verifies a password. With a second factor, failures stay counted, so that a password allows no new attempts. */
async function judgePassword(
  deps: AccountDeps,
  { email, password }: Credentials,
  caller: Caller,
): Promise<PasswordCheck | undefined> {
  // The attempt is counted first. The slow hash is computed outside of the transaction.
  const attempt = await asSystem(deps, (queryable) => countAttempt(queryable, email, caller));
  const turn = attempt?.isKnown ? knownName(attempt.person.id) : caller.network;
  const right = await deps.passwords.verify(password, attempt?.person.passwordHash, turn);
  if (!attempt || !right) return undefined;
  const { person, origins } = attempt;
  const outdated = deps.passwords.isOutdated(person.passwordHash as string);
  const renewed = outdated ? await deps.passwords.hash(password, turn) : undefined;
  return asSystem(deps, async (queryable) => {
    const { query } = queryable;
    const needsFactor = hasFactor(await readFactors(queryable, person.id));
    if (!needsFactor) await query(forgetFailures(person.id, origins));
    if (!renewed) return { person, needsFactor, origins };
    const [row] = await query(updatePassword(person, renewed, deps.now()));
    return row && { person: { ...person, passwordHash: renewed }, needsFactor, origins };
  });
}

async function change(deps: AccountDeps, session: Session, patch: AccountPatch): Promise<void> {
  const { personId, email } = session;
  const proved = await newPassword(deps, session, patch);
  await asSystem(deps, async (queryable) => {
    const { query } = queryable;
    if (patch.name !== undefined) await query(updateName(personId, patch.name, deps.now()));
    if (!proved) return;
    const [row] = await query(updatePassword(proved.person, proved.passwordHash, deps.now()));
    if (!row) throw wrongPassword();
    await query(endSessionsOf(personId, session.id));
    await query(dropTokens(email));
    await enqueueMail(deps, queryable, accountMails.passwordChanged(email));
  });
}

/** Verifies the current password and hashes the new password; undefined if the password is not changed. */
async function newPassword(
  deps: AccountDeps,
  session: Session,
  { password, currentPassword = '' }: AccountPatch,
): Promise<{ person: Person; passwordHash: string } | undefined> {
  if (password === undefined) return undefined;
  refuseBadPassword(password, session.email);
  await requireFactorOf(deps, session);
  const person = await provePassword(deps, session, currentPassword);
  return { person, passwordHash: await deps.passwords.hash(password, session.id) };
}

/** Requires the second factor, if any, so that a session without it cannot end the other sessions. @throws 403 */
async function requireFactorOf(deps: AccountDeps, { factor, personId }: Session): Promise<void> {
  if (factor !== undefined) return;
  if (hasFactor(await asSystem(deps, (queryable) => readFactors(queryable, personId))))
    throw errors.second_factor_required('Sign in again with the second factor to change the password.');
}

/** Verifies the password. Failures count for the session, so that a stolen token can lock only its own session. */
async function provePassword(deps: AccountDeps, { id, email }: Session, password: string): Promise<Person> {
  const proved = await judgePassword(deps, { email, password }, { network: id, browser: undefined });
  if (!proved) throw wrongPassword();
  await asSystem(deps, ({ query }) => query(forgetFailures(proved.person.id, [id])));
  return proved.person;
}

const wrongPassword = () =>
  invalid([
    { pointer: '/currentPassword', message: 'is wrong, or is locked for a while after too many failures' },
  ]);

const hourMs = 3_600_000;
/** The maximum number of mails to one address per hour, so that requests cannot flood a mailbox. */
const mailsAnHour = 5;

type Link = { purpose: TokenPurpose; email: string; name?: string | undefined; passwordHash?: string };

/** Creates one token and one mail in every case, so that timing does not reveal whether the account exists. */
async function sendLink(
  deps: AccountDeps,
  queryable: Transaction,
  link: Link,
  mail: (address: string) => Mail,
): Promise<void> {
  if ((await countRecentTokens(queryable, link.email)) >= mailsAnHour) return;
  const isVerification = link.purpose === 'VERIFY_EMAIL';
  const token = newSecret('tpl');
  const expiresAt = new Date(deps.now().getTime() + (isVerification ? 24 : 1) * hourMs);
  await queryable.query(insertPersonToken({ ...link, token, expiresAt }, deps.now()));
  const page = isVerification ? 'verifyEmail' : 'resetPassword';
  await enqueueMail(deps, queryable, mail(`${deps.addresses.authUrl()}/oauth2/${page}?token=${token}`));
}

const enqueueMail = (deps: AccountDeps, queryable: Transaction, mail: Mail) =>
  queryable.query(queueMail({ ...mail, id: deps.newId('mal'), now: deps.now() }));

function refuseBadPassword(password: string, email: string): void {
  const problem = passwordProblem(password, email);
  if (problem) throw invalid([{ pointer: '/password', message: problem }]);
}

const linkIsOld = () =>
  invalid([{ pointer: '/token', message: 'is invalid, was already used, or has expired' }]);
