/** Names of things at the vendor, of which addresses are made; nothing else that a seller writes down becomes one. */

export type RoleName = { arn: string; account: string };
export type QueueName = { arn: string; region: string; account: string; url: string };

const region = '[a-z]{2}(?:-[a-z]+){1,2}-\\d';
const rolePattern = /^arn:aws:iam::(\d{12}):role\/[\w+=,.@/-]{1,576}$/;
const queuePattern = new RegExp(`^arn:aws:sqs:(${region}):(\\d{12}):([A-Za-z0-9_-]{1,80})$`);
const bucketPattern = /^(?!xn--|sthree-|.*(?:-s3alias|--ol-s3)$)[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/;

export const isRegion = (text: string): boolean => new RegExp(`^${region}$`).test(text);
/** A bucket without dots: with them its own certificate would not hold. */
export const isBucket = (text: string): boolean => bucketPattern.test(text);

/** Reads the name of a role; undefined where it is none. */
export function parseRole(arn: string): RoleName | undefined {
  const account = rolePattern.exec(arn)?.[1];
  return account === undefined ? undefined : { arn, account };
}

/** Reads the name of a queue and makes its address of it; undefined where it is none. */
export function parseQueue(arn: string): QueueName | undefined {
  const [, where, account, name] = queuePattern.exec(arn) ?? [];
  if (!where || !account || !name) return undefined;
  return { arn, region: where, account, url: `https://sqs.${where}.amazonaws.com/${account}/${name}` };
}
