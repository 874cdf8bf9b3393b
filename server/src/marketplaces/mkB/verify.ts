import type { OutsideFetch } from '../../platform/outside/outside-fetch.ts';
import type { CredentialsCheck, CredentialsVerdict, IntegrationSettings } from '../credentials.ts';
import { MarketplaceError } from '../errors.ts';
import type { Addresses } from './addresses.ts';
import { type Calls, listPath, managerRole, rates } from './calls.ts';
import { refusal } from './errors.ts';
import { createReports } from './insights/reports.ts';
import { keysUrl } from './notifications.ts';
import { versions } from './private-offers/resource-names.ts';
import { readSettings, type Settings } from './settings.ts';
import { SignInRefused } from './tokens.ts';

export type VerifyDeps = {
  /** Creates the calls for some settings. */
  callsBy: (settings: IntegrationSettings) => Calls;
  fetch: OutsideFetch;
  addresses: Addresses;
  now: () => Date;
};

/** A test without an effect. It may return a remark for the seller. */
type Trial = { name: string; try: () => Promise<string | undefined>; words: string };

const dayMs = 86_400_000;
/** Sellers are reminded of a secret that ends within this time. */
const soonMs = 30 * dayMs;

/** Tests all requirements of the integration, without changes at the marketplace. */
export async function verify(
  deps: VerifyDeps,
  given: IntegrationSettings,
  signal: AbortSignal,
): Promise<CredentialsVerdict> {
  const settings = readSettings(given);
  if (Array.isArray(settings))
    return verdictOf(settings.map(({ name, message }) => ({ name, passed: false, message })));
  const calls = deps.callsBy(given);
  const signIn = await signInCheck(calls);
  const { tenantId: account, secretEndTime } = settings;
  const known = { account, secretEndTime };
  if (!signIn.passed) return { ...verdictOf([signIn]), ...known };
  const checks = [signIn, ...secretChecks(settings, deps.now())];
  for (const trial of trialsOf(deps, calls, settings)) {
    signal.throwIfAborted();
    checks.push(await check(trial));
  }
  const verdict = verdictOf(checks);
  if (!verdict.verified) return { ...verdict, ...known };
  for (const trial of [privateOffers(calls), revenue(calls, deps.now)]) {
    signal.throwIfAborted();
    checks.push(await check(trial));
  }
  return { ...verdict, checks, ...known };
}

function verdictOf(checks: readonly CredentialsCheck[]): CredentialsVerdict {
  const message = checks.flatMap((one) => (one.passed ? [] : (one.message ?? []))).join(' ');
  return { verified: checks.every(({ passed }) => passed), checks, ...(message ? { message } : {}) };
}

/** Signs in with the settings. A rejection names the wrong setting. */
async function signInCheck(calls: Calls): Promise<CredentialsCheck> {
  try {
    await calls.signIn();
    return { name: 'signIn', passed: true };
  } catch (error) {
    if (error instanceof SignInRefused)
      return { name: error.setting, passed: false, message: error.readable };
    throw error;
  }
}

/** Reminds of a secret or certificate that ends soon, if its end is known. */
function secretChecks({ secretEndTime, proof }: Settings, now: Date): CredentialsCheck[] {
  if (secretEndTime === undefined) return [];
  const isSoon = Date.parse(secretEndTime) - now.getTime() < soonMs;
  const what = proof.kind === 'secret' ? 'client secret' : 'certificate';
  const message = `The ${what} ends on ${secretEndTime.slice(0, 10)}. Create a new one before that day, then enter it here.`;
  return [{ name: 'secretEnd', passed: true, ...(isSoon ? { message } : {}) }];
}

const trialsOf = ({ fetch, addresses, now }: VerifyDeps, { call }: Calls, settings: Settings): Trial[] => [
  {
    name: 'subscriptions',
    words:
      'The marketplace denies the application access to subscriptions. Enter tenantID and clientID in the technical configuration of your offer, and publish the offer.',
    try: async () => {
      const { body } = await call({ method: 'GET', path: listPath, rate: rates.fulfilment });
      const { subscriptions = [] } = (body ?? {}) as { subscriptions?: readonly unknown[] };
      return subscriptions.length > 0 ? undefined : noneListed;
    },
  },
  {
    name: 'usage',
    words: 'The marketplace denies the application access to usage.',
    try: async () => {
      const usageStartDate = new Date(now().getTime() - dayMs).toISOString();
      await call({ method: 'GET', path: '/usageEvents', query: { usageStartDate }, rate: rates.metering });
      return undefined;
    },
  },
  {
    name: 'notificationKeys',
    words: 'The keys with which notifications are signed cannot be read for this directory.',
    try: async () => {
      const { status } = await fetch(keysUrl(addresses, settings.tenantId), { method: 'GET', headers: {} });
      if (status >= 500) throw new MarketplaceError(`HTTP ${status}`, { kind: 'unreachable' });
      if (status !== 200) throw refusal(`HTTP ${status}`);
      return undefined;
    },
  },
];

/** The test of a feature: an integration without private offers is verified too. */
const privateOffers = ({ call }: Calls): Trial => ({
  name: 'privateOffers',
  words: `The application may not manage private offers. Add it in Partner Center under User management with the role ${managerRole}.`,
  try: async () => {
    await call({ api: 'ingestion', method: 'GET', path: '/product', query: { $version: versions.product } });
    return undefined;
  },
});

/** The test of a feature: an integration without revenue is verified too. */
const revenue = ({ call }: Calls, now: () => Date): Trial => ({
  name: 'revenue',
  words: `The application may not read reports, so that revenue and payouts are not read. Add it in Partner Center under User management with the role ${managerRole}.`,
  try: async () => {
    await createReports({ call, now }).test();
    return undefined;
  },
});

/** The list of an application that no offer names is empty too. */
const noneListed =
  'The marketplace lists no subscriptions for this application. If buyers have purchased already, the technical configuration of your offer names another application.';

async function check({ name, try: attempt, words }: Trial): Promise<CredentialsCheck> {
  try {
    const message = await attempt();
    return { name, passed: true, ...(message ? { message } : {}) };
  } catch (error) {
    const isRefusal =
      error instanceof MarketplaceError && (error.kind === 'unauthorized' || error.kind === 'refused');
    if (!isRefusal) throw error;
    return { name, passed: false, message: words };
  }
}
