import { placeholder, sampleOffer } from './sample.ts';

export type Target = 'term' | 'offer' | 'create' | 'token' | 'mixed';

export type World = {
  organizations: readonly { id: string; token: string; clientId: string; clientSecret: string }[];
  rows: number;
};

/** The id of the nth offer, entitlement or term. Its organization is the number modulo the organizations. */
export const rowId = (prefix: 'ofr' | 'ent' | 'trm', row: number): string =>
  `${prefix}_${String(row).padStart(26, '0')}`;

/**
 * Creates requests as they are sent. The same seed gives the same requests, except that `run` varies the bodies of each
 * run.
 */
export function requestMaker(world: World, target: Target, seed: number, run: number): () => string {
  const random = generator(seed);
  let made = 0;
  const makers: Record<Exclude<Target, 'mixed'>, () => string> = {
    term: () => {
      const { row, organization } = pick(world, random);
      const entitlement = `/org/${organization.id}/entitlement/${rowId('ent', row)}`;
      return get(`${entitlement}/entitlementTerm/${rowId('trm', row)}`, organization.token);
    },
    offer: () => {
      const { row, organization } = pick(world, random);
      return get(`/org/${organization.id}/offer/${rowId('ofr', row)}`, organization.token);
    },
    create: () => {
      const { organization } = pick(world, random);
      const body = bodyText.replaceAll(placeholder, mark(run, made));
      return post(
        `/org/${organization.id}/offer`,
        `content-type: application/json\r\nauthorization: Bearer ${organization.token}`,
        body,
      );
    },
    token: () => {
      const { organization } = pick(world, random);
      const { clientId, clientSecret } = organization;
      const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId });
      form.set('client_secret', clientSecret);
      return post('/oauth2/token', 'content-type: application/x-www-form-urlencoded', form.toString());
    },
  };
  const mixed = () => {
    const share = random();
    return makers[share < 0.1 ? 'create' : share < 0.55 ? 'offer' : 'term']();
  };
  return () => {
    made++;
    return target === 'mixed' ? mixed() : makers[target]();
  };
}

const bodyText = JSON.stringify(sampleOffer);

/** A mark of 32 hexadecimal digits, with the same length as the marks in stored rows. */
const mark = (run: number, number: number): string =>
  `${run.toString(16).padStart(8, '0')}${number.toString(16).padStart(24, '0')}`;

function pick({ organizations, rows }: World, random: () => number) {
  const row = Math.floor(random() * rows);
  return { row, organization: organizations[row % organizations.length] as World['organizations'][number] };
}

export const get = (path: string, token: string): string =>
  `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\n\r\n`;

export const post = (path: string, headers: string, body: string) =>
  `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${headers}\r\ncontent-length: ${body.length}\r\n\r\n${body}`;

/** Mulberry32, a random generator: the same seed gives the same numbers. */
export function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
