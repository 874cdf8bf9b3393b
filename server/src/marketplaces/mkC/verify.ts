import type { CredentialsCheck, CredentialsVerdict, IntegrationSettings } from '../credentials.ts';
import { MarketplaceError } from '../errors.ts';
import { inTable } from '../in-table.ts';
import type { Calls } from './calls.ts';
import { CallError } from './errors.ts';
import { pathOf } from './hosts.ts';
import { createProducer } from './private-offers/producer.ts';
import { createProcurement } from './procurement/procurement.ts';
import { subscriptionPath } from './queue.ts';
import { createReports, reportRights } from './reports/objects.ts';
import { readSettings, type Settings } from './settings.ts';
import { reportRight } from './usage/usage.ts';

export type VerifyDeps = {
  /** Creates the calls for some settings. */
  callsBy: (settings: IntegrationSettings) => Calls;
  /** The address to which the marketplace pushes notifications. */
  notificationUrl: () => string;
  now: () => Date;
};

/** Tests all requirements of the integration, without changes at the marketplace. */
export async function verify(
  { callsBy, notificationUrl, now }: VerifyDeps,
  given: IntegrationSettings,
  signal: AbortSignal,
): Promise<CredentialsVerdict> {
  const settings = readSettings(given);
  if (Array.isArray(settings))
    return verdictOf(settings.map(({ name, message }) => ({ name, passed: false, message })));
  const calls = callsBy(given);
  const entry = await check('serviceAccountKey', () => calls.signIn());
  if (!entry.passed) return verdictOf([entry]);
  signal.throwIfAborted();
  const provider = await check('provider', () => tryProvider(calls, settings));
  const account = provider.passed ? settings.providerId : undefined;
  signal.throwIfAborted();
  const queue = await check('subscription', () => trySubscription(calls, settings, notificationUrl()));
  signal.throwIfAborted();
  const offers = await check('privateOffers', () => tryOffers(calls));
  signal.throwIfAborted();
  const services = await Promise.all(
    settings.serviceNames.map((name) => check(`usage ${name}`, () => tryService(calls, name))),
  );
  const reports = settings.reports ? [await check('reportBucket', () => tryReports(calls, now))] : [];
  return {
    ...verdictOf([entry, provider, queue], [offers, ...services, ...reports]),
    ...(account ? { account } : {}),
  };
}

/** @param features checks of features, whose failure does not affect the verdict */
function verdictOf(
  required: readonly CredentialsCheck[],
  features: readonly CredentialsCheck[] = [],
): CredentialsVerdict {
  const message = required.flatMap(({ passed, message }) => (passed ? [] : (message ?? []))).join(' ');
  return {
    verified: required.every(({ passed }) => passed),
    checks: [...required, ...features],
    ...(message ? { message } : {}),
  };
}

/** A finding that makes a check fail, with its message for the seller. */
class Finding extends Error {}
/** A note for the seller on a check that passed. */
class Remark {
  readonly words: string;
  constructor(words: string) {
    this.words = words;
  }
}

async function check(name: string, attempt: () => Promise<unknown>): Promise<CredentialsCheck> {
  try {
    const found = await attempt();
    return found instanceof Remark ? { name, passed: true, message: found.words } : { name, passed: true };
  } catch (error) {
    if (error instanceof Finding) return { name, passed: false, message: error.message };
    if (!isRefusal(error)) throw error;
    return { name, passed: false, message: error.readable };
  }
}

const isRefusal = (error: unknown): error is MarketplaceError =>
  error instanceof MarketplaceError && (error.kind === 'unauthorized' || error.kind === 'refused');

/** Runs a call; a refusal with one of the codes becomes a finding. */
async function explain<T>(call: Promise<T>, messages: Readonly<Record<string, string>>): Promise<T> {
  return call.catch((error: unknown) => {
    const message =
      error instanceof CallError && isRefusal(error) ? inTable(messages, error.code) : undefined;
    throw message === undefined ? error : new Finding(message);
  });
}

function tryProvider(calls: Calls, { providerId, key }: Settings): Promise<unknown> {
  const unlinked = `The service account ${key.email} is not linked to the provider ${providerId}, or lacks the role Consumer Procurement Entitlement Manager. Link it in the portal under Billing integration, and check partnerId.`;
  const procurement = createProcurement(calls);
  return explain(Promise.all([procurement.listAccounts(), procurement.list({ pageSize: 1 })]), {
    PERMISSION_DENIED: unlinked,
    NOT_FOUND: `The provider ${providerId} does not exist. Check partnerId.`,
  });
}

type Subscription = {
  topic?: string;
  state?: string;
  pushConfig?: { pushEndpoint?: string; oidcToken?: { serviceAccountEmail?: string; audience?: string } };
};

async function trySubscription(
  { call }: Calls,
  { subscription, providerId, isPushed, pushEmail }: Settings,
  notificationUrl: string,
): Promise<Remark | undefined> {
  if (!subscription)
    return new Remark('No subscription is configured (pubsubSubscription). Changes are read once an hour.');
  const { topic, state, pushConfig } = await explain(
    call<Subscription>({
      service: 'messages',
      method: 'GET',
      path: subscriptionPath(subscription),
      right: 'pubsub.subscriptions.get',
    }),
    subscriptionRefusals,
  );
  if (topic?.split('/').at(-1) !== providerId)
    throw new Finding(
      `The subscription belongs to another topic. Create a subscription to the marketplace’s topic of the provider ${providerId}.`,
    );
  if (state !== undefined && state !== 'ACTIVE')
    throw new Finding('The subscription is not active. Check its status in the console.');
  if (isPushed) requirePush(pushConfig ?? {}, pushEmail, notificationUrl);
  else if (pushConfig?.pushEndpoint)
    throw new Finding(
      'The subscription pushes its messages. Change its delivery type to pull, or set pushesNotifications to true.',
    );
  return undefined;
}

const subscriptionRefusals = {
  PERMISSION_DENIED:
    'The service account may not read the subscription. Grant it the roles Pub/Sub Subscriber and Pub/Sub Viewer on the subscription.',
  NOT_FOUND: 'The subscription does not exist in this project. Check pubsubSubscription and mkCProjectId.',
};

/** Requires that a subscription pushes to this organization as the adapter expects it. */
function requirePush(
  { pushEndpoint, oidcToken }: NonNullable<Subscription['pushConfig']>,
  pushEmail: string,
  notificationUrl: string,
): void {
  if (pushEndpoint !== notificationUrl)
    throw new Finding('The subscription pushes to another address. Enter notificationUrl as its endpoint.');
  if (!oidcToken?.serviceAccountEmail)
    throw new Finding('The subscription pushes without authentication. Enable it for the subscription.');
  if (oidcToken.serviceAccountEmail !== pushEmail)
    throw new Finding(
      `The subscription signs with ${oidcToken.serviceAccountEmail}. Enter this address as pushServiceAccountEmail.`,
    );
  if (oidcToken.audience !== undefined && oidcToken.audience !== notificationUrl)
    throw new Finding('The subscription has another audience. Leave the audience empty.');
}

async function tryReports(calls: Calls, now: () => Date): Promise<Remark | undefined> {
  const found = await explain(createReports(calls, now)?.sample() ?? Promise.resolve(undefined), {
    HTTP_403: `The service account may not read the bucket. Grant it the role Storage Object Viewer on the bucket (${reportRights.list}, ${reportRights.get}).`,
  });
  if (!found) return new Remark('The bucket contains no report of charges and usage yet.');
  if (found.isRetained)
    throw new Finding(
      'The bucket has a retention policy, so that the marketplace cannot correct its reports. Remove the policy.',
    );
  return undefined;
}

const tryOffers = (calls: Calls): Promise<unknown> =>
  explain(createProducer(calls).listOffers({}, 1), {
    PERMISSION_DENIED:
      'The service account may not read private offers. Enable the Commerce Producer API in the project, and grant the service account the role Commerce Producer Admin. Without it, create private offers in the portal.',
    NOT_FOUND: 'The project has no private offers. Check mkCProjectId.',
  });

const tryService = ({ call }: Calls, name: string): Promise<unknown> =>
  explain(
    call({
      service: 'usage',
      method: 'POST',
      path: `${pathOf('v1', 'services', name)}:check`,
      body: {
        operation: {
          operationId: 'verification',
          operationName: 'verification',
          consumerId: 'project_number:0',
          startTime: '2026-01-01T00:00:00Z',
        },
      },
      right: reportRight,
    }),
    {
      PERMISSION_DENIED: `The service account may not report usage of ${name}. Grant it the role Service Controller on this service, and check serviceNames.`,
      NOT_FOUND: `The service ${name} does not exist. Check serviceNames.`,
    },
  );
