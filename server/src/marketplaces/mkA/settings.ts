import type { IntegrationSettings } from '../credentials.ts';
import {
  isBucket,
  isPrefix,
  isRegion,
  parseQueue,
  parseRole,
  type QueueName,
  type RoleName,
} from './arns.ts';

export type Bucket = { name: string; region: string };

/** Settings of the connection that a seller enters. */
export type Settings = {
  /** Credentials: a role that is assumed with the operator's keys, or the seller's own access key. */
  entry: { kind: 'role'; role: RoleName } | { kind: 'key'; accessKeyId: string; secretAccessKey: string };
  /** Region for usage and entitlement calls; all other services have a single region. */
  region: string;
  queue: QueueName | undefined;
  bucket: Bucket | undefined;
  /** Bucket to which the marketplace delivers its feed of billing events. */
  dataFeed: { bucket: Bucket; prefix: string } | undefined;
  /**
   * Whether usage is reported by product instead of by license, because older products have no licenses per
   * agreement.
   */
  usageByProductCode: boolean;
};

export type SettingsProblem = { name: string; message: string };

const textNames = [
  'iamRoleArn',
  'region',
  'queueArn',
  'bucketName',
  'bucketRegion',
  'dataFeedBucketName',
  'dataFeedBucketRegion',
  'dataFeedPrefix',
] as const;
type RawSettings = Partial<Record<(typeof textNames)[number] | 'usageByProductCode', unknown>>;

/** The only region of the catalogue and of agreements, and the default region of the other services. */
export const homeRegion = 'us-east-1';

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

/**
 * Reads the settings of an integration: `info.mkAIntegration` has `iamRoleArn`, `region`, `queueArn`,
 * `bucketName`, `bucketRegion`, `dataFeedBucketName`, `dataFeedBucketRegion`, `dataFeedPrefix` and
 * `usageByProductCode`. An installation for a single vendor can have `accessKeyId` and `secretAccessKey` in
 * its credentials instead of a role. The external id is generated for the organization instead of being a
 * setting.
 */
export function readSettings({ info, credentials }: IntegrationSettings): Settings | SettingsProblem[] {
  const given = (info.mkAIntegration ?? {}) as RawSettings;
  const problems: SettingsProblem[] = [];
  const problem = (name: string, message: string) => problems.push({ name, message });
  for (const { name, message } of [...wrongTypes(given), ...misspelt(given)]) problem(name, message);
  const entry = entryOf(given, credentials, problem);
  const region = text(given.region) ?? homeRegion;
  if (!isRegion(region)) problem('region', 'Enter a region such as us-east-1.');
  const queueArn = text(given.queueArn);
  const queue = queueArn === undefined ? undefined : parseQueue(queueArn);
  if (queueArn !== undefined && !queue)
    problem('queueArn', 'Enter the resource name of the queue (arn:…), not its address.');
  if (queue && entry?.kind === 'role' && queue.account !== entry.role.account)
    problem('queueArn', 'The queue must be in the account of the role.');
  const bucket = bucketOf(given, ['bucketName', 'bucketRegion'], problem);
  const dataFeed = dataFeedOf(given, problem);
  if (problems.length > 0 || !entry) return problems;
  return {
    entry,
    region,
    queue,
    bucket,
    dataFeed,
    usageByProductCode: given.usageByProductCode === true,
  };
}

/** Finds settings of the wrong type, which would otherwise be ignored silently. */
function wrongTypes(given: RawSettings): SettingsProblem[] {
  const isGiven = (value: unknown) => value !== undefined && value !== null;
  const texts = textNames.filter((name) => isGiven(given[name]) && typeof given[name] !== 'string');
  const { usageByProductCode: flag } = given;
  return [
    ...texts.map((name) => ({ name, message: `The setting ${name} must be text.` })),
    ...(isGiven(flag) && typeof flag !== 'boolean'
      ? [{ name: 'usageByProductCode', message: 'The setting usageByProductCode must be true or false.' }]
      : []),
  ];
}

/** Finds misspelled setting names, which would otherwise be ignored silently. Unrelated names are allowed. */
function misspelt(given: RawSettings): SettingsProblem[] {
  const names: readonly string[] = [...textNames, 'usageByProductCode'];
  const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z]/g, '');
  return Object.keys(given).flatMap((name) => {
    const meant = names.includes(name) ? undefined : names.find((known) => plain(known) === plain(name));
    return meant ? [{ name, message: `The setting ${name} must be spelled ${meant}.` }] : [];
  });
}

type Problem = (name: string, message: string) => void;

function bucketOf(
  given: RawSettings,
  [nameField, regionField]: readonly [name: keyof RawSettings, region: keyof RawSettings],
  problem: Problem,
): Bucket | undefined {
  const name = text(given[nameField]);
  const region = text(given[regionField]) ?? homeRegion;
  if (name !== undefined && !isBucket(name))
    problem(
      nameField,
      'The bucket name is invalid: use small letters, digits and hyphens, 3 to 63 characters.',
    );
  if (!isRegion(region)) problem(regionField, "Enter the bucket's region, such as us-east-1.");
  return name === undefined ? undefined : { name, region };
}

function dataFeedOf(given: RawSettings, problem: Problem): Settings['dataFeed'] {
  const bucket = bucketOf(given, ['dataFeedBucketName', 'dataFeedBucketRegion'], problem);
  const prefix = text(given.dataFeedPrefix) ?? '';
  if (!isPrefix(prefix))
    problem(
      'dataFeedPrefix',
      'The prefix must be the path of a folder in the bucket: at most 512 characters, without a leading slash.',
    );
  if (!bucket && prefix !== '')
    problem('dataFeedBucketName', 'Enter the bucket that contains dataFeedPrefix.');
  return bucket && { bucket, prefix };
}

function entryOf(
  given: RawSettings,
  credentials: IntegrationSettings['credentials'],
  problem: Problem,
): Settings['entry'] | undefined {
  const arn = text(given.iamRoleArn) ?? text(credentials.iamRoleArn);
  const [accessKeyId, secretAccessKey] = [text(credentials.accessKeyId), text(credentials.secretAccessKey)];
  if (arn !== undefined) {
    const role = parseRole(arn);
    if (role) return { kind: 'role', role };
    problem('iamRoleArn', 'Enter the resource name of the role (arn:…), as your account shows it.');
    return undefined;
  }
  if (accessKeyId && secretAccessKey && /^[A-Z0-9]{16,128}$/.test(accessKeyId))
    return { kind: 'key', accessKeyId, secretAccessKey };
  problem('iamRoleArn', 'Enter a role (iamRoleArn), or accessKeyId and secretAccessKey in the credentials.');
  return undefined;
}
