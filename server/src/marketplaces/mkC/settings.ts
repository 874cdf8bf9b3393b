import type { IntegrationSettings } from '../credentials.ts';
import { type KeyProblem, readKey, type ServiceKey } from './service-key.ts';

/** Settings of the connection that a seller enters. */
export type Settings = {
  /** The seller's provider, to which the marketplace links orders, accounts and events. */
  providerId: string;
  /** The project of the products' services and, by default, of the subscription. */
  projectId: string;
  key: ServiceKey;
  /** The subscription to the marketplace's events. */
  subscription: SubscriptionName | undefined;
  /** Whether the subscription pushes its messages, instead of being pulled. */
  isPushed: boolean;
  /** The service account that signs pushed notifications. */
  pushEmail: string;
  /** The domain for which landing tokens are issued; undefined for the domain of this installation. */
  signupDomain: string | undefined;
  /** The message that the marketplace shows to a buyer whose order waits for approval. */
  waitingMessage: string | undefined;
  /** The seller's bucket to which the marketplace writes its reports, and the beginning of their names. */
  reports: { bucket: string; prefix: string } | undefined;
  /** Names of the services to which usage is reported, if they differ from the usual names. */
  serviceNames: readonly string[];
};
export type SubscriptionName = { projectId: string; name: string };

export type SettingsProblem = { name: string; message: string };

const textNames = [
  'partnerId',
  'mkCProjectId',
  'pubsubSubscription',
  'pushServiceAccountEmail',
  'signupDomain',
  'reportBucket',
  'waitingMessage',
] as const;
type TextName = (typeof textNames)[number];
type RawSettings = Partial<Record<TextName | 'serviceNames' | 'pushesNotifications', unknown>>;
type Problem = (name: string, message: string) => void;

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

/** The marketplace publishes no limit for its message. */
const longestMessage = 500;
const hostName = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/i;
/** Identifiers of providers and projects. Older projects have a domain as prefix. */
const identifier = /^[A-Za-z0-9][A-Za-z0-9_.:-]{1,98}[A-Za-z0-9]$/;
const bucketName = /^[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]$/;
const subscriptionName = /^(?:projects\/([^/]+)\/subscriptions\/)?([A-Za-z][\w.~+%-]{2,254})$/;
export const isMail = (value: string): boolean => /^[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+$/.test(value);

/**
 * Reads the settings of an integration: `info.mkCIntegration` has `partnerId`, `mkCProjectId`, `pubsubSubscription`,
 * `pushesNotifications`, `pushServiceAccountEmail`, `signupDomain`, `reportBucket`, `waitingMessage` and `serviceNames`; the credentials have
 * `serviceAccountKey`.
 */
export function readSettings({ info, credentials }: IntegrationSettings): Settings | SettingsProblem[] {
  const given = (info.mkCIntegration ?? {}) as RawSettings;
  const problems: SettingsProblem[] = [];
  const problem: Problem = (name, message) => void problems.push({ name, message });
  for (const name of textNames)
    if (given[name] !== undefined && given[name] !== null && typeof given[name] !== 'string')
      problem(name, `The setting ${name} must be text.`);
  const key = keyOf(credentials.serviceAccountKey, problem);
  const providerId = text(given.partnerId) ?? '';
  if (!identifier.test(providerId))
    problem('partnerId', 'Enter the ID of your provider (partnerId), as the marketplace’s portal shows it.');
  const projectId = text(given.mkCProjectId) ?? key?.projectId ?? '';
  if (key && !identifier.test(projectId))
    problem('mkCProjectId', 'Enter the ID of the project (mkCProjectId), not its name or number.');
  const subscription = key && subscriptionOf(text(given.pubsubSubscription), projectId, problem);
  const serviceNames = servicesOf(given.serviceNames, problem);
  const signupDomain = text(given.signupDomain)?.toLowerCase();
  if (signupDomain !== undefined && !hostName.test(signupDomain))
    problem('signupDomain', 'Enter the host name of the sign-up URL, without https:// and without a path.');
  const pushEmail = text(given.pushServiceAccountEmail) ?? key?.email ?? '';
  if (key && !isMail(pushEmail))
    problem('pushServiceAccountEmail', 'Enter the e-mail address of the service account that signs pushes.');
  if (![undefined, null, true, false].includes(given.pushesNotifications as boolean | undefined))
    problem('pushesNotifications', 'The setting pushesNotifications must be true or false.');
  const isPushed = given.pushesNotifications === true;
  const waitingMessage = text(given.waitingMessage);
  if (waitingMessage !== undefined && waitingMessage.length > longestMessage)
    problem('waitingMessage', `The message waitingMessage must have at most ${longestMessage} characters.`);
  const reports = reportsOf(text(given.reportBucket), problem);
  if (problems.length > 0 || !key) return problems;
  return {
    providerId,
    projectId,
    key,
    subscription,
    isPushed,
    pushEmail,
    signupDomain,
    waitingMessage,
    reports,
    serviceNames,
  };
}

const keyProblems: Readonly<Record<KeyProblem, string>> = {
  MISSING:
    'Enter the service account key in the credentials (serviceAccountKey): the content of the JSON file.',
  NOT_JSON: 'The service account key is not the content of a key file: it must be the complete JSON file.',
  OTHER_TYPE:
    'The file is not the key of a service account. Files for external accounts and for users are not supported.',
  INCOMPLETE: 'The key file lacks the e-mail address (client_email) or the private key (private_key).',
  NOT_A_KEY: 'The private key in the key file is damaged. Create a new key and enter its complete file.',
};

function keyOf(given: unknown, problem: Problem): ServiceKey | undefined {
  const key = readKey(given);
  if (typeof key !== 'string') return key;
  problem('serviceAccountKey', keyProblems[key]);
  return undefined;
}

function subscriptionOf(
  given: string | undefined,
  projectId: string,
  problem: Problem,
): SubscriptionName | undefined {
  if (given === undefined) return undefined;
  const [, project = projectId, name = ''] = subscriptionName.exec(given) ?? [];
  if (name !== '' && identifier.test(project)) return { projectId: project, name };
  problem(
    'pubsubSubscription',
    'Enter the name of the subscription: projects/{project}/subscriptions/{name}, or only the last part.',
  );
  return undefined;
}

function reportsOf(given: string | undefined, problem: Problem): Settings['reports'] {
  if (given === undefined) return undefined;
  const [, bucket = '', prefix = ''] = /^(?:gs:\/\/)?([^/]+)(?:\/(.*))?$/.exec(given) ?? [];
  if (bucketName.test(bucket) && prefix.length <= 500) return { bucket, prefix };
  problem('reportBucket', 'Enter the bucket of the reports: its name, or gs://{bucket}/{folder}/.');
  return undefined;
}

function servicesOf(given: unknown, problem: Problem): readonly string[] {
  if (given === undefined || given === null) return [];
  if (Array.isArray(given) && given.every((one) => typeof one === 'string' && hostName.test(one)))
    return given as string[];
  problem('serviceNames', 'The setting serviceNames must be a list of service names.');
  return [];
}
