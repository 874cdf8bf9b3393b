import type { CredentialsCheck, CredentialsVerdict, IntegrationSettings } from '../credentials.ts';
import { MarketplaceError } from '../errors.ts';
import { type Calls, rates } from './calls.ts';
import { Catalog } from './catalog.ts';
import type { Endpoint } from './clients.ts';
import { callStore } from './documents.ts';
import type { AssumeRole } from './sessions.ts';
import { readSettings, type Settings } from './settings.ts';

export type VerifyDeps = {
  /** The calls by some settings. */
  callsBy: (settings: IntegrationSettings) => Calls;
  assume: AssumeRole;
  endpoint: Endpoint;
};

/** A way to find out whether something is allowed, without changing anything. */
type Trial = { name: string; try: () => Promise<unknown>; words: string };

/** Words of a service that it lets us ask, and has nothing by such a name: it was asked for nothing that there is. */
const reached = [
  'InvalidTokenException',
  'ExpiredTokenException',
  'InvalidParameterException',
  'ValidationException',
];

/** Tries one by one what the integration needs, without changing anything there. */
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
  const trials = [...serviceTrials(calls), ...placeTrials(calls, settings, endpoint)];
  const others = await Promise.all(trials.map((trial) => check(trial, signal)));
  return verdictOf([...entry.checks, ...others], entry.account);
}

function verdictOf(checks: readonly CredentialsCheck[], account: string | undefined): CredentialsVerdict {
  const failed = checks.filter(({ passed }) => !passed);
  const message = failed.flatMap((one) => one.message ?? []).join(' ');
  return { verified: failed.length === 0, checks, account, ...(message ? { message } : {}) };
}

/** Whether we come in, and nobody else by the same role. */
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
      checks: entry.kind === 'role' ? [...checks, await othersKeptOut(entry.role.arn, assume)] : checks,
      account,
    };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const message =
      entry.kind === 'role'
        ? 'The role does not let us in. Look at its name, and at our principal and the external id in its trust policy.'
        : 'The access key is not taken. Look at its id and its secret.';
    return { checks: [{ name, passed: false, message: words(error, message) }], account: undefined };
  }
}

/** Another external id than ours must not do: else whoever names the role here would come in. */
async function othersKeptOut(role: string, assume: AssumeRole): Promise<CredentialsCheck> {
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
      'The role lets in whoever names it. Let its trust policy ask for the external id that the setup shows.',
  };
}

const isRefusal = (error: unknown): error is MarketplaceError =>
  error instanceof MarketplaceError && (error.kind === 'unauthorized' || error.kind === 'refused');

/** What the operator has to do is not the seller's. */
const words = (error: MarketplaceError, usual: string): string =>
  /installation/.test(error.readable) ? error.readable : usual;

/** The services that every integration needs. */
const serviceTrials = ({ call }: Calls): Trial[] => [
  {
    name: 'catalog',
    words: 'The right to read the catalogue is missing.',
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
    words: 'The right to search agreements is missing.',
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
    words: 'The right to resolve customers is missing.',
    try: () =>
      call('metering', (client, { ResolveCustomerCommand }) =>
        client.send(new ResolveCustomerCommand({ RegistrationToken: 'verification' })).catch(fineIfReached),
      ),
  },
  {
    name: 'entitlements',
    words: 'The right to read entitlements is missing.',
    try: () =>
      call('entitlement', (client, { GetEntitlementsCommand }) =>
        client
          .send(new GetEntitlementsCommand({ ProductCode: 'verification', MaxResults: 1 }))
          .catch(fineIfReached),
      ),
  },
];

/** What the seller has named beside its account. */
function placeTrials(calls: Calls, { queue, bucket }: Settings, endpoint: Endpoint): Trial[] {
  const { call, keys } = calls;
  const trials: Trial[] = [];
  if (queue)
    trials.push({
      name: 'queue',
      words: 'The queue is not there, or the right to read it is missing.',
      try: () =>
        call('queue', (client, { GetQueueAttributesCommand }) =>
          client.send(new GetQueueAttributesCommand({ QueueUrl: queue.url, AttributeNames: ['QueueArn'] })),
        ),
    });
  if (bucket)
    trials.push({
      name: 'bucket',
      words: 'The bucket is not there, or the right to it is missing.',
      try: async () => {
        const { status } = await callStore({ bucket, key: '', keys: await keys(), endpoint }, 'HEAD');
        if (status >= 500) throw new MarketplaceError(`HTTP ${status}`, { kind: 'unreachable' });
        if (status >= 300) throw new MarketplaceError(`HTTP ${status}`, { kind: 'refused' });
      },
    });
  return trials;
}

async function check(
  { name, try: attempt, words: message }: Trial,
  signal: AbortSignal,
): Promise<CredentialsCheck> {
  signal.throwIfAborted();
  try {
    await attempt();
    return { name, passed: true };
  } catch (error) {
    if (isRefusal(error)) return { name, passed: false, message };
    throw error;
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
