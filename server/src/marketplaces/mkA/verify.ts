import type { CredentialsCheck, CredentialsVerdict, IntegrationSettings } from '../credentials.ts';
import { MarketplaceError } from '../errors.ts';
import { type Calls, rates } from './calls.ts';
import { Catalog } from './catalog.ts';
import type { Endpoint } from './clients.ts';
import { callStore } from './documents.ts';
import { createFeedObjects } from './feed/objects.ts';
import { checkRight, rights } from './rights.ts';
import type { AssumeRole } from './sessions.ts';
import { readSettings, type Settings } from './settings.ts';

export type VerifyDeps = {
  /** Creates the calls for some settings. */
  callsBy: (settings: IntegrationSettings) => Calls;
  assume: AssumeRole;
  endpoint: Endpoint;
};

/** A test of one permission that has no effect. */
type Trial = {
  name: string;
  /** Runs the test. May return a remark for the seller. */
  try: () => Promise<unknown>;
  /** Advice to the seller when the test is denied. */
  words: string | ((error: MarketplaceError) => string);
};

/** Remark for the seller on a test that passed. */
class Remark {
  readonly words: string;
  constructor(words: string) {
    this.words = words;
  }
}

/**
 * Error names that prove access: the service accepted the credentials and rejected only the placeholder
 * values.
 */
const reached = [
  'InvalidTokenException',
  'ExpiredTokenException',
  'InvalidParameterException',
  'ValidationException',
];

/** Tests all requirements of the integration, without changes at the marketplace. */
export async function verify(
  { callsBy, assume, endpoint }: VerifyDeps,
  given: IntegrationSettings,
  signal: AbortSignal,
): Promise<CredentialsVerdict> {
  const settings = readSettings(given);
  if (Array.isArray(settings)) {
    const checks = settings.map(({ name, message }) => ({ name, passed: false, message }));
    return verdictOf(checks, undefined);
  }
  const calls = callsBy(given);
  const entry = await entryChecks(calls, settings, assume);
  if (!entry.account) return verdictOf(entry.checks, undefined);
  const trials = [
    ...serviceTrials(calls),
    ...placeTrials(calls, settings, endpoint),
    dataFeedTrial(calls, endpoint),
  ];
  const others = await Promise.all(trials.map((trial) => check(trial, signal)));
  const { verified, ...verdict } = verdictOf([...entry.checks, ...others], entry.account);
  if (!verified) return { verified, ...verdict };
  // A missing permission affects only the features that need the permission.
  signal.throwIfAborted();
  const ofFeatures = await Promise.all(rights.map((right) => checkRight(right, calls)));
  return { verified, ...verdict, checks: [...(verdict.checks ?? []), ...ofFeatures.flat()] };
}

/**
 * Name of the data feed check. Its failure does not affect the status, because only fees and payouts depend
 * on the feed.
 */
const dataFeed = 'dataFeed';

function verdictOf(checks: readonly CredentialsCheck[], account: string | undefined): CredentialsVerdict {
  const failed = checks.filter(({ name, passed }) => !passed && name !== dataFeed);
  const message = failed.flatMap((one) => one.message ?? []).join(' ');
  return { verified: failed.length === 0, checks, account, ...(message ? { message } : {}) };
}

/** Checks that the credentials work, and that the role cannot be assumed with a different external id. */
async function entryChecks(
  calls: Calls,
  { entry }: Settings,
  assume: AssumeRole,
): Promise<{ checks: CredentialsCheck[]; account: string | undefined }> {
  const name = entry.kind === 'role' ? 'assumeRole' : 'accessKey';
  try {
    const account = await calls.call('token', async (client, { GetCallerIdentityCommand }) => {
      const { Account } = await client.send(new GetCallerIdentityCommand({}));
      return Account;
    });
    const checks = [{ name, passed: true }];
    return {
      checks: entry.kind === 'role' ? [...checks, await checkOthersRefused(entry.role.arn, assume)] : checks,
      account,
    };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const message =
      entry.kind === 'role'
        ? 'The role cannot be assumed. Check its name, and the principal and external id in its trust policy.'
        : 'The access key is rejected. Check its id and its secret.';
    return { checks: [{ name, passed: false, message: words(error, message) }], account: undefined };
  }
}

/**
 * Requires that a different external id fails. Otherwise another tenant that enters this role's name would
 * gain access.
 */
async function checkOthersRefused(role: string, assume: AssumeRole): Promise<CredentialsCheck> {
  try {
    await assume(role, 'another-external-id-that-must-not-do');
  } catch (error) {
    if (isRefusal(error)) return { name: 'externalId', passed: true };
    throw error;
  }
  return {
    name: 'externalId',
    passed: false,
    message:
      'The role can be assumed with any external id. Require the external id from the setup in its trust policy.',
  };
}

const isRefusal = (error: unknown): error is MarketplaceError =>
  error instanceof MarketplaceError && (error.kind === 'unauthorized' || error.kind === 'refused');

/** Selects the explanation of a failure. Failures that only the operator can fix keep their own text. */
const words = (error: MarketplaceError, usual: string): string =>
  /installation/.test(error.readable) ? error.readable : usual;

/** Returns the tests of the services that every integration needs. */
const serviceTrials = ({ call }: Calls): Trial[] => [
  {
    name: 'catalog',
    words: 'The role lacks the right to read the catalogue.',
    try: () =>
      call(
        'catalog',
        (client, { ListEntitiesCommand }) =>
          client.send(new ListEntitiesCommand({ Catalog, EntityType: 'Offer', MaxResults: 1 })),
        { rate: rates.listEntities },
      ),
  },
  {
    name: 'agreements',
    words: 'The role lacks the right to search agreements.',
    try: () =>
      call('agreement', (client, { SearchAgreementsCommand }) =>
        client.send(
          new SearchAgreementsCommand({
            catalog: Catalog,
            maxResults: 1,
            filters: [
              { name: 'PartyType', values: ['Proposer'] },
              { name: 'AgreementType', values: ['PurchaseAgreement'] },
            ],
          }),
        ),
      ),
  },
  {
    name: 'purchases',
    words: 'The role lacks the right to resolve customers.',
    try: () =>
      call('metering', (client, { ResolveCustomerCommand }) =>
        client.send(new ResolveCustomerCommand({ RegistrationToken: 'verification' })).catch(fineIfReached),
      ),
  },
  {
    name: 'entitlements',
    words: 'The role lacks the right to read entitlements.',
    try: () =>
      call('entitlement', (client, { GetEntitlementsCommand }) =>
        client
          .send(new GetEntitlementsCommand({ ProductCode: 'verification', MaxResults: 1 }))
          .catch(fineIfReached),
      ),
  },
];

/** Returns the tests of the resources that the seller entered, such as queue and bucket. */
function placeTrials(calls: Calls, { queue, bucket }: Settings, endpoint: Endpoint): Trial[] {
  const { call, keys } = calls;
  const trials: Trial[] = [];
  if (queue)
    trials.push({
      name: 'queue',
      words: 'The queue does not exist, or the role may not read it.',
      try: () =>
        call('queue', (client, { GetQueueAttributesCommand }) =>
          client.send(new GetQueueAttributesCommand({ QueueUrl: queue.url, AttributeNames: ['QueueArn'] })),
        ),
    });
  if (bucket)
    trials.push({
      name: 'bucket',
      words: 'The bucket does not exist, or the role may not access it.',
      try: async () => {
        const { status } = await callStore({ bucket, key: '', keys: await keys(), endpoint }, 'HEAD');
        if (status >= 500) throw new MarketplaceError(`HTTP ${status}`, { kind: 'unreachable' });
        if (status >= 300) throw new MarketplaceError(`HTTP ${status}`, { kind: 'refused' });
      },
    });
  return trials;
}

/**
 * Returns the test of the optional data feed. Without a feed, the test passes and lists the amounts that are
 * not read.
 */
const dataFeedTrial = (calls: Calls, endpoint: Endpoint): Trial => ({
  name: dataFeed,
  words: ({ readable }) => `The data feed is unreadable. ${readable}`,
  try: async () => {
    const objects = createFeedObjects(calls, endpoint);
    if (!objects)
      return new Remark(
        'Fees and payouts are not read because no data feed is configured. Enter dataFeedBucketName and dataFeedPrefix, as the setup describes.',
      );
    const sample = await objects.sample();
    return sample ? undefined : new Remark('No file of the data feed exists under dataFeedPrefix yet.');
  },
});

async function check(
  { name, try: attempt, words: message }: Trial,
  signal: AbortSignal,
): Promise<CredentialsCheck> {
  signal.throwIfAborted();
  try {
    const found = await attempt();
    return found instanceof Remark ? { name, passed: true, message: found.words } : { name, passed: true };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { name, passed: false, message: typeof message === 'string' ? message : message(error) };
  }
}

function fineIfReached(thrown: unknown): undefined {
  const { name = '', $metadata } = (thrown ?? {}) as {
    name?: string;
    $metadata?: { httpStatusCode?: number };
  };
  if (reached.includes(name) && $metadata?.httpStatusCode === 400) return undefined;
  throw thrown;
}
