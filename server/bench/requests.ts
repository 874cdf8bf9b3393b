import { placeholder, sampleOffer } from './sample.ts';

export type Organization = { id: string; token: string; clientId: string; clientSecret: string };
/** Organizations, and the number of offers and entitlements that they have together. */
export type World = { organizations: readonly Organization[]; rows: number };

export type Target = 'term' | 'offer' | 'create' | 'token' | 'mixed';

/**
 * One request repeated, a template with a `mark` that differs in each request, or requests made from a seed; `run`
 * varies the bodies of each run. A report of usage has `size` groups, or 0 for the operation that reports a single
 * group.
 */
export type RequestOrder =
  | { request: string }
  | { template: string; run: number }
  | { world: World; target: Target; seed: number; run: number }
  | { world: World; size: number; ids: UsageIds; seed: number; run: number };
/** The order of identifiers: by time, or random. */
export type UsageIds = 'ordered' | 'random';

export function makerOf(order: RequestOrder): () => string {
  if ('request' in order) return () => order.request;
  if ('template' in order) return templateMaker(order);
  if ('size' in order) return usageMaker(order);
  const makers = requestMakers(order);
  const random = generator(order.seed + 1);
  if (order.target !== 'mixed') return makers[order.target];
  return () => {
    const share = random();
    return makers[share < 0.1 ? 'create' : share < 0.55 ? 'offer' : 'term']();
  };
}

/** The id of the nth offer, entitlement or term. Its organization is the number modulo the organizations. */
export const rowId = (prefix: 'ofr' | 'ent' | 'trm', row: number): string =>
  `${prefix}_${String(row).padStart(26, '0')}`;

const bodyText = JSON.stringify(sampleOffer);
const hexadecimal = (value: number, digits: number) => value.toString(16).padStart(digits, '0');

/** The digits of a template that differ in each request. */
export const mark = 'facefeed0000';

function templateMaker({ template, run }: Ordered<'template'>): () => string {
  let made = 0;
  return () => template.replaceAll(mark, `${hexadecimal(run, 4)}${hexadecimal(++made, 8)}`);
}

type Ordered<Key extends string> = Extract<RequestOrder, Record<Key, unknown>>;

function requestMakers({ world: { organizations, rows }, seed, run }: Ordered<'target'>) {
  const random = generator(seed);
  let made = 0;
  const pick = () => {
    const row = Math.floor(random() * rows);
    return { row, organization: organizations[row % organizations.length] as Organization };
  };
  return {
    term: () => {
      const { row, organization } = pick();
      return get(`entitlement/${rowId('ent', row)}/entitlementTerm/${rowId('trm', row)}`, organization);
    },
    offer: () => {
      const { row, organization } = pick();
      return get(`offer/${rowId('ofr', row)}`, organization);
    },
    create: () => {
      // A mark of 32 hexadecimal digits, with the same length as the marks in stored rows.
      const mark = `${hexadecimal(run, 8)}${hexadecimal(++made, 24)}`;
      return post('offer', pick().organization, bodyText.replaceAll(placeholder, mark));
    },
    token: () => {
      const form = tokenForm(pick().organization).toString();
      return withBody('/oauth2/token', 'content-type: application/x-www-form-urlencoded', form);
    },
  };
}

/** Creates requests that report usage of an organization's entitlements, with two dimensions each. */
function usageMaker({ world, size, ids, seed, run }: Ordered<'size'>): () => string {
  const random = generator(seed + 1_000_003 * run);
  const { organizations, rows } = world;
  const perOrganization = Math.floor(rows / organizations.length);
  let made = 0;
  const pick = (below: number) => Math.floor(random() * below);
  return () => {
    const number = pick(organizations.length);
    const organization = organizations[number] as Organization;
    const now = Date.now();
    const idOf = ids === 'ordered' ? orderedIds(now, run, made++) : randomIds(random);
    // Each group has a different time, about ten minutes ago.
    const base = now - 600_000;
    const minute = new Date(base - (base % 60_000)).toISOString().slice(0, 17);
    const entitlement = () => rowId('ent', number + organizations.length * pick(perOrganization));
    const group = (index: number) => {
      const [first, time] = [1 + pick(5), `${minute}${10 + pick(49)}.${100 + pick(899)}Z`];
      return `"id":"${idOf(index)}","timestamp":"${time}","records":{"usage_units_${first}":${1 + pick(9)},"usage_units_${first + 1}":${pick(1000) / 4}}`;
    };
    if (size === 0)
      return post(`entitlement/${entitlement()}/usageRecordGroup`, organization, `{${group(0)}}`);
    let body = '';
    for (let index = 0; index < size; index++)
      body += `${index === 0 ? '[' : ','}{"entitlementID":"${entitlement()}",${group(index)}}`;
    return post('batchCreateUsageRecordGroups', organization, `${body}]`);
  };
}

/** A UUIDv7: the time, then the position in the batch, then the run and request. */
function orderedIds(now: number, run: number, made: number): (index: number) => string {
  const time = hexadecimal(now, 12);
  const begin = `${time.slice(0, 8)}-${time.slice(8)}-7`;
  const end = `-8${hexadecimal(run, 3)}-${hexadecimal(made, 12)}`;
  return (index) => `${begin}${hexadecimal(index, 3)}${end}`;
}

/** A UUIDv4. */
function randomIds(random: () => number): () => string {
  const digits = (count: number) => hexadecimal(Math.floor(random() * 16 ** count), count);
  return () => `${digits(8)}-${digits(4)}-4${digits(3)}-8${digits(3)}-${digits(6)}${digits(6)}`;
}

export const tokenForm = ({ clientId, clientSecret }: Pick<Organization, 'clientId' | 'clientSecret'>) =>
  new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret });

export const get = (target: string, { id, token }: Organization): string =>
  `GET /org/${id}/${target} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\n\r\n`;

const post = (target: string, { id, token }: Organization, body: string) =>
  withBody(`/org/${id}/${target}`, `content-type: application/json\r\nauthorization: Bearer ${token}`, body);

const withBody = (path: string, headers: string, body: string) =>
  `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${headers}\r\ncontent-length: ${body.length}\r\n\r\n${body}`;

/** Mulberry32, a random generator: the same seed gives the same numbers. */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
