import type { Addresses } from '../platform/addresses.ts';
import type { Database } from '../platform/database/database.ts';
import type { Transacting } from '../platform/database/statement.ts';
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

/** A null removes the name. */
export type AccountPatch = {
  name?: string | null | undefined;
  password?: string | undefined;
  currentPassword?: string | undefined;
};

export type Credentials = { email: string; password: string };

/** The person of a password that was right. */
export type Proved = {
  person: Person;
  /** The person has a second factor, which is still to be proved. */
  needsFactor: boolean;
  /** Where the attempt was counted. */
  origins: readonly string[];
};

export type ProvedByCode = { person: Person; factor: SecondFactor };

/** Goes on in a transaction of the system once the person is proved, with the second factor if the person has one. */
export type WhenProved<T> = (
  queryable: Transacting,
  person: Person,
  factor: SecondFactor | undefined,
) => Promise<T>;

/**
 * Accounts of people. No answer shows whether an address has an account, nor does the time that it takes.
 * Each method that takes a caller answers 429 where too many attempts come from its network.
 */
export type Accounts = {
  signUp(account: NewAccount, caller: Caller): Promise<void>;
  /** Makes the account that was asked for. @throws 400 when the token is not good */
  verifyEmail(token: string, password: string, caller: Caller): Promise<void>;
  /**
   * Makes an account whose address was proved otherwise, and goes on in the same transaction.
   * @returns undefined when there is an account with this address
   * @throws 400 for a password that is too weak
   */
  createProved<T>(
    account: NewAccount,
    caller: Caller,
    goOn: (queryable: Transacting, person: Person) => Promise<T>,
  ): Promise<T | undefined>;
  /**
   * @param tried.code of the authenticator app, or a recovery code; required of a person with a second factor
   * @returns undefined when the password or the code is wrong, the account locked, or there is none
   */
  withPassword<T>(
    tried: Credentials & { code: string },
    caller: Caller,
    goOn: WhenProved<T>,
  ): Promise<T | undefined>;
  requestPasswordReset(email: string, caller: Caller): Promise<void>;
  /** Ends every session and token of the person. @throws 400 when the token is not good */
  resetPassword(token: string, password: string, caller: Caller): Promise<void>;
  /**
   * The person, when the password is right and the account not locked; lock the password before anything is made of
   * that.
   */
  checkPassword(tried: Credentials, caller: Caller): Promise<Proved | undefined>;
  /**
   * Judges the code of a sign-in whose password was right; a wrong one counts as a failed attempt.
   * @returns undefined for a wrong code or a locked account; OUTDATED when the password was changed meanwhile
   */
  checkCode(
    pending: PendingStep,
    code: string,
    caller: Caller,
  ): Promise<ProvedByCode | 'OUTDATED' | undefined>;
  /** Checks the password of a signed-in person again. @throws 400 when it is wrong */
  requirePassword(session: Session, password: string): Promise<void>;
  /** A new password ends every other session. @throws 400 when the one until now is wrong */
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

const asSystem = <T>({ database }: AccountDeps, work: (queryable: Transacting) => Promise<T>): Promise<T> =>
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
 * Makes the account. The link proves the address; the password proves that the same person asked for the account. Without
 * it, a stranger's password would open the account.
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
    throw invalid([{ pointer: '/password', message: 'is not the one that was chosen with this address' }]);
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
    // One that a provider's sign-in has made in the meantime keeps what it has: a reset is the way then.
    if (!(await insertPerson(queryable, person, now))) throw linkIsOld();
    await queryable.query(dropTokens(taken.email));
  });
}

async function createProved<T>(
  deps: AccountDeps,
  account: NewAccount,
  caller: Caller,
  goOn: (queryable: Transacting, person: Person) => Promise<T>,
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
    // The person is locked before the tokens, as by a change of the password: at once, the two do not deadlock.
    const person = await resetPerson(queryable, email, passwordHash, deps.now());
    const taken = await takePersonToken(queryable, 'RESET_PASSWORD', token);
    if (!person || !taken) throw linkIsOld();
    // A thief of the mailbox alone must not get new attempts at the second factor.
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
): Promise<Proved | undefined> {
  const tried = { email: email.toLowerCase(), password };
  await deps.attemptRates.requireSignIn(await nameOf(deps.database, tried.email, caller));
  return judgePassword(deps, tried, caller);
}

async function withPassword<T>(
  deps: AccountDeps,
  tried: Credentials & { code: string },
  caller: Caller,
  goOn: WhenProved<T>,
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
): Promise<ProvedByCode | 'OUTDATED' | undefined> {
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

/** Failures are forgotten once all is proved: a right password gives no new attempts at the second factor. */
async function judgePassword(
  deps: AccountDeps,
  { email, password }: Credentials,
  caller: Caller,
): Promise<Proved | undefined> {
  // Counted first and judged outside of the transaction: the hash takes long.
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

/** The hash of the new password, and the person who has proved the one until now. */
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

/** A session without the second factor of its person must not end the sessions that have it. @throws 403 */
async function requireFactorOf(deps: AccountDeps, { factor, personId }: Session): Promise<void> {
  if (factor !== undefined) return;
  if (hasFactor(await asSystem(deps, (queryable) => readFactors(queryable, personId))))
    throw errors.second_factor_required('Sign in again with the second factor to change the password.');
}

/** Failures count for the session: a stolen token locks its own session and no sign-in. */
async function provePassword(deps: AccountDeps, { id, email }: Session, password: string): Promise<Person> {
  const proved = await judgePassword(deps, { email, password }, { network: id, browser: undefined });
  if (!proved) throw wrongPassword();
  await asSystem(deps, ({ query }) => query(forgetFailures(proved.person.id, [id])));
  return proved.person;
}

const wrongPassword = () =>
  invalid([
    { pointer: '/currentPassword', message: 'is not right, or was wrong too often: then wait a while' },
  ]);

const hourMs = 3_600_000;
/** The most mails to one address in an hour: nobody's mailbox is filled by asking again and again. */
const mailsAnHour = 5;

type Link = { purpose: TokenPurpose; email: string; name?: string | undefined; passwordHash?: string };

/** Makes one token and one mail, whatever they are for, so that the work shows nothing of the address. */
async function sendLink(
  deps: AccountDeps,
  queryable: Transacting,
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

const enqueueMail = (deps: AccountDeps, queryable: Transacting, mail: Mail) =>
  queryable.query(queueMail({ ...mail, id: deps.newId('mal'), now: deps.now() }));

function refuseBadPassword(password: string, email: string): void {
  const problem = passwordProblem(password, email);
  if (problem) throw invalid([{ pointer: '/password', message: problem }]);
}

const linkIsOld = () =>
  invalid([{ pointer: '/token', message: 'is not one of ours, was used, or is too old' }]);
