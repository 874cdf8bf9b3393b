import type { Database } from '../platform/database/database.ts';
import type { Queryable, Statement } from '../platform/database/statement.ts';
import { type Person, type PersonRow, personColumns, toPerson } from './person-store.ts';

/** The origin of a request without a token. */
export type Caller = {
  /** The address; of version 6 the network of it. */
  network: string;
  /** Of the cookie of a browser in which somebody has signed in: a hash. */
  browser: string | undefined;
};

/** An attempt that was counted, and where. */
export type Attempt = { person: Person; origins: readonly string[]; isKnown: boolean };

/** Failures after which an origin is locked, for a minute at first and twice as long each time, up to a day. */
const freeFailures = 10;
/** The same for all networks together: an attacker with many networks must not get ten attempts from each. */
const freeOfAllNetworks = 100;
const allNetworks = 'all networks';
/** How long a browser is known after its last sign-in, as long as browsers keep a cookie. */
export const knownBrowserDays = 400;

const browserOrigin = (browser: string): string => `browser:${browser}`;

/** All origins that an attempt of the caller may be counted for. */
export const callerOrigins = ({ network, browser }: Caller): string[] => [
  network,
  allNetworks,
  ...(browser === undefined ? [] : [browserOrigin(browser)]),
];

const limit = `CASE a.origin WHEN '${allNetworks}' THEN ${freeOfAllNetworks} ELSE ${freeFailures} END`;

/**
 * Counts an attempt before it is judged, so that many at once are counted too. A browser in which the person has signed in
 * is counted alone: failures from elsewhere do not lock it.
 * @param email in small letters
 * @returns nothing while the origin is locked, or without an account
 */
export async function countAttempt(
  queryable: Queryable,
  email: string,
  { network, browser }: Caller,
): Promise<Attempt | undefined> {
  const [row] = await queryable.query<PersonRow & { origins: string[] }>({
    name: 'count_sign_in',
    text: `WITH who AS (
             SELECT p.id, CASE WHEN k.origin IS NULL THEN ARRAY[$3, '${allNetworks}'] ELSE ARRAY[k.origin] END AS origins
               FROM person p
               LEFT JOIN sign_in_attempt k ON k.person_id = p.id AND k.origin = $2 AND k.is_known
              WHERE p.email = $1
           ), counted AS (
             INSERT INTO sign_in_attempt AS a (person_id, origin, failures, expires_at)
             SELECT who.id, origin, 1, clock_timestamp() + interval '1 day' FROM who, unnest(who.origins) AS origin
              WHERE NOT EXISTS (
                SELECT FROM sign_in_attempt l
                 WHERE l.person_id = who.id AND l.origin = ANY (who.origins) AND l.locked_until > clock_timestamp())
             ON CONFLICT (person_id, origin) DO UPDATE SET
               failures = a.failures + 1,
               locked_until = CASE WHEN a.failures + 1 >= ${limit}
                 THEN clock_timestamp() + least(1440, 2 ^ least(20, a.failures + 1 - ${limit})) * interval '1 minute' END,
               expires_at = greatest(a.expires_at, clock_timestamp() + interval '2 days')
              WHERE a.locked_until IS NULL OR a.locked_until <= clock_timestamp()
             RETURNING origin
           )
           SELECT ${personColumns}, who.origins FROM who JOIN person USING (id)
            WHERE cardinality(who.origins) = (SELECT count(*) FROM counted)`,
    values: [email, browser === undefined ? null : browserOrigin(browser), network],
  });
  return row && { person: toPerson(row), origins: row.origins, isKnown: row.origins.length === 1 };
}

/** Reads whose the address is, where the browser is known as one of that person. */
async function findKnownPerson(
  queryable: Queryable,
  email: string,
  browser: string,
): Promise<string | undefined> {
  const [row] = await queryable.query<{ id: string }>({
    name: 'read_known_person',
    text: `SELECT p.id FROM person p
             JOIN sign_in_attempt k ON k.person_id = p.id AND k.origin = $2 AND k.is_known
            WHERE p.email = $1`,
    values: [email, browserOrigin(browser)],
  });
  return row?.id;
}

/** All browsers in which a person has signed in share one name: whoever has many of them gets no more attempts or turns. */
export const knownName = (personId: string): string => `person ${personId}`;

/** By what name attempts are counted: of the person in a browser that is known as the person's, else of the network. */
export async function nameOf(database: Database, email: string, caller: Caller): Promise<string> {
  const { browser, network } = caller;
  if (browser === undefined) return network;
  const known = await database.transaction(
    (queryable) => findKnownPerson(queryable, email, browser),
    'system',
  );
  return known === undefined ? network : knownName(known);
}

/** Forgets the failures of an origin, after a sign-in; without origins all failures of the person. */
export const forgetFailures = (personId: string, origins?: readonly string[]): Statement => ({
  name: 'forget_failed_sign_ins',
  text: `UPDATE sign_in_attempt SET failures = 0, locked_until = NULL
         WHERE person_id = $1 AND ($2::text[] IS NULL OR origin = ANY ($2))`,
  values: [personId, origins ?? null],
});

/** Knows a browser from now on, as one in which the person has signed in. */
export const knowBrowser = (personId: string, browser: string): Statement => ({
  name: 'know_browser',
  text: `INSERT INTO sign_in_attempt (person_id, origin, is_known, expires_at)
         VALUES ($1, $2, true, clock_timestamp() + interval '${knownBrowserDays} days')
         ON CONFLICT (person_id, origin) DO UPDATE SET
           is_known = true, failures = 0, locked_until = NULL, expires_at = excluded.expires_at`,
  values: [personId, browserOrigin(browser)],
});
