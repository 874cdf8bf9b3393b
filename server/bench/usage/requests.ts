import { generator, post, rowId, type World } from '../requests.ts';

/**
 * Reports of usage: groups in each (0 for the operation that reports a single group), and the order of
 * identifiers.
 */
export type UsageOrder = { size: number; ids: 'ordered' | 'random'; seed: number; run: number };

/** Creates requests that report usage of an organization's entitlements, with two dimensions each. */
export function usageMaker(world: World, { size, ids, seed, run }: UsageOrder): () => string {
  const random = generator(seed + 1_000_003 * run);
  const { organizations, rows } = world;
  const perOrganization = Math.floor(rows / organizations.length);
  let made = 0;
  const pick = (below: number) => Math.floor(random() * below);
  return () => {
    const number = pick(organizations.length);
    const organization = organizations[number] as World['organizations'][number];
    const now = new Date();
    const idOf = ids === 'ordered' ? orderedIds(now, run, made++) : randomIds(random);
    // Each group has a different time, about ten minutes ago.
    const base = now.getTime() - 600_000;
    const minute = new Date(base - (base % 60_000)).toISOString().slice(0, 17);
    const timeOf = () => `${minute}${10 + pick(49)}.${100 + pick(899)}Z`;
    const entitlement = () => rowId('ent', number + organizations.length * pick(perOrganization));
    const said = (index: number) => {
      const first = 1 + pick(5);
      return `"id":"${idOf(index)}","timestamp":"${timeOf()}","records":{"usage_units_${first}":${1 + pick(9)},"usage_units_${first + 1}":${pick(1000) / 4}}`;
    };
    const headers = `content-type: application/json\r\nauthorization: Bearer ${organization.token}`;
    if (size === 0)
      return post(
        `/org/${organization.id}/entitlement/${entitlement()}/usageRecordGroup`,
        headers,
        `{${said(0)}}`,
      );
    let body = '';
    for (let index = 0; index < size; index++)
      body += `${index === 0 ? '[' : ','}{"entitlementID":"${entitlement()}",${said(index)}}`;
    return post(`/org/${organization.id}/batchCreateUsageRecordGroups`, headers, `${body}]`);
  };
}

const hexadecimal = (value: number, digits: number) => value.toString(16).padStart(digits, '0');

/** A UUIDv7: the time, then the position in the batch, then the run and request. */
function orderedIds(now: Date, run: number, made: number): (index: number) => string {
  const time = hexadecimal(now.getTime(), 12);
  const begin = `${time.slice(0, 8)}-${time.slice(8)}-7`;
  const end = `-8${hexadecimal(run, 3)}-${hexadecimal(made, 12)}`;
  return (index) => `${begin}${hexadecimal(index, 3)}${end}`;
}

/** A UUIDv4. */
function randomIds(random: () => number): () => string {
  const digits = (count: number) => hexadecimal(Math.floor(random() * 16 ** count), count);
  return () => `${digits(8)}-${digits(4)}-4${digits(3)}-8${digits(3)}-${digits(6)}${digits(6)}`;
}
