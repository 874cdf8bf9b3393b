import type { IntegrationSettings } from '../credentials.ts';
import { isBucket, isRegion, parseQueue, parseRole, type QueueName, type RoleName } from './arns.ts';

/** What a seller has entered of the connection. */
export type Settings = {
  /** How we come in: by a role that lets us in, or by a key of the seller's own. */
  entry: { kind: 'role'; role: RoleName } | { kind: 'key'; accessKeyId: string; secretAccessKey: string };
  /** Where usage and entitlements are asked for; everything else has one place for all. */
  region: string;
  queue: QueueName | undefined;
  bucket: { name: string; region: string } | undefined;
  /** Usage is reported by product instead of by license: products from before licenses were told apart. */
  usageByProductCode: boolean;
};

export type SettingsProblem = { name: string; message: string };

const textNames = ['iamRoleArn', 'region', 'queueArn', 'bucketName', 'bucketRegion'] as const;
type Given = Partial<Record<(typeof textNames)[number] | 'usageByProductCode', unknown>>;

/** The only place of the catalogue and of agreements, and the usual one of everything else. */
export const homeRegion = 'us-east-1';

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

/**
 * Reads the settings of an integration: `info.mkAIntegration` has `iamRoleArn`, `region`, `queueArn`, `bucketName`,
 * `bucketRegion` and `usageByProductCode`; an installation for one vendor may have `accessKeyId` and `secretAccessKey` in
 * its credentials instead of a role. The external id is never among them: it is made for the organization.
 */
export function readSettings({ info, credentials }: IntegrationSettings): Settings | SettingsProblem[] {
  const given = (info.mkAIntegration ?? {}) as Given;
  const problems: SettingsProblem[] = [];
  const problem = (name: string, message: string) => problems.push({ name, message });
  for (const { name, message } of [...wrongTypes(given), ...misspelt(given)]) problem(name, message);
  const entry = entryOf(given, credentials, problem);
  const region = text(given.region) ?? homeRegion;
  if (!isRegion(region)) problem('region', 'The region is none, such as us-east-1.');
  const queueArn = text(given.queueArn);
  const queue = queueArn === undefined ? undefined : parseQueue(queueArn);
  if (queueArn !== undefined && !queue)
    problem('queueArn', 'The queue is named by its resource name (arn:…), not by an address.');
  if (queue && entry?.kind === 'role' && queue.account !== entry.role.account)
    problem('queueArn', 'The queue must be in the account of the role.');
  const name = text(given.bucketName);
  const bucketRegion = text(given.bucketRegion) ?? homeRegion;
  if (name !== undefined && !isBucket(name))
    problem('bucketName', 'The bucket’s name is none: small letters, digits and hyphens, 3 to 63.');
  if (!isRegion(bucketRegion))
    problem('bucketRegion', 'The region of the bucket is none, such as us-east-1.');
  if (problems.length > 0 || !entry) return problems;
  return {
    entry,
    region,
    queue,
    bucket: name === undefined ? undefined : { name, region: bucketRegion },
    usageByProductCode: given.usageByProductCode === true,
  };
}

/** What is not of its type would be taken for absent: without a queue, say, and nobody would know. */
function wrongTypes(given: Given): SettingsProblem[] {
  const isGiven = (value: unknown) => value !== undefined && value !== null;
  const texts = textNames.filter((name) => isGiven(given[name]) && typeof given[name] !== 'string');
  const { usageByProductCode: flag } = given;
  return [
    ...texts.map((name) => ({ name, message: `The setting ${name} is no text.` })),
    ...(isGiven(flag) && typeof flag !== 'boolean'
      ? [{ name: 'usageByProductCode', message: 'The setting usageByProductCode is neither true nor false.' }]
      : []),
  ];
}

/** A setting whose name is written otherwise would be taken for absent, too. Other names are the seller's own business. */
function misspelt(given: Given): SettingsProblem[] {
  const names: readonly string[] = [...textNames, 'usageByProductCode'];
  const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z]/g, '');
  return Object.keys(given).flatMap((name) => {
    const meant = names.includes(name) ? undefined : names.find((known) => plain(known) === plain(name));
    return meant ? [{ name, message: `The setting ${name} is written ${meant}.` }] : [];
  });
}

function entryOf(
  given: Given,
  credentials: IntegrationSettings['credentials'],
  problem: (name: string, message: string) => void,
): Settings['entry'] | undefined {
  const arn = text(given.iamRoleArn) ?? text(credentials.iamRoleArn);
  const [accessKeyId, secretAccessKey] = [text(credentials.accessKeyId), text(credentials.secretAccessKey)];
  if (arn !== undefined) {
    const role = parseRole(arn);
    if (role) return { kind: 'role', role };
    problem('iamRoleArn', 'The role is named by its resource name (arn:…), as the account shows it.');
    return undefined;
  }
  if (accessKeyId && secretAccessKey && /^[A-Z0-9]{16,128}$/.test(accessKeyId))
    return { kind: 'key', accessKeyId, secretAccessKey };
  problem(
    'iamRoleArn',
    'Give the role that lets us in (iamRoleArn), or accessKeyId and secretAccessKey among the credentials.',
  );
  return undefined;
}
