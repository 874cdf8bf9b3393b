/** Parsers for resource names. URLs are built only from parsed parts, because a seller can enter any text. */

export type RoleName = { arn: string; account: string };
export type QueueName = { arn: string; region: string; account: string; url: string };

const region = '[a-z]{2}(?:-[a-z]+){1,2}-\\d';
const rolePattern = /^arn:aws:iam::(\d{12}):role\/[\w+=,.@/-]{1,576}$/;
const queuePattern = new RegExp(`^arn:aws:sqs:(${region}):(\\d{12}):([A-Za-z0-9_-]{1,80})$`);
const bucketPattern = /^(?!xn--|sthree-|.*(?:-s3alias|--ol-s3)$)[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/;

export const isRegion = (text: string): boolean => new RegExp(`^${region}$`).test(text);
/**
 * Returns whether a text is a bucket name without dots. With a dot, the vendor's wildcard certificate would
 * not match the host.
 */
export const isBucket = (text: string): boolean => bucketPattern.test(text);

/**
 * Returns whether a text is a valid prefix in a bucket. The allowed characters need no escaping in URLs and
 * XML.
 */
export const isPrefix = (text: string): boolean => /^(?:[\w!.*'()=-][\w!.*'()=/-]{0,511})?$/.test(text);

/** Parses the resource name of a role; undefined for any other text. */
export function parseRole(arn: string): RoleName | undefined {
  const account = rolePattern.exec(arn)?.[1];
  return account === undefined ? undefined : { arn, account };
}

/** Parses the resource name of a queue and builds the queue URL; undefined for any other text. */
export function parseQueue(arn: string): QueueName | undefined {
  const [, where, account, name] = queuePattern.exec(arn) ?? [];
  if (!where || !account || !name) return undefined;
  return { arn, region: where, account, url: `https://sqs.${where}.amazonaws.com/${account}/${name}` };
}
