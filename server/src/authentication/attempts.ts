import type { Database } from '../platform/database/database.ts';
import type { Queryable, Statement } from '../platform/database/statement.ts';
import { type Person, type PersonRow, personColumns, toPerson } from './person-store.ts';

/** The origin of a request without a token. */
export type Caller = {
  /** The IPv4 address, or the network of the IPv6 address. */
  network: string;
  /** The cookie hash of a browser in which a user has signed in. */
  browser: string | undefined;
};

/** A counted attempt, with the origins for which it was counted. */
export type Attempt = { person: Person; origins: readonly string[]; isKnown: boolean };

/**
 * The number of failures after which an origin is locked: first for a minute, then twice as long each time, up to a
 * day.
 */
const freeFailures = 10;
/**
 * The number of failures after which all networks are locked, so that an attacker with many networks does not get ten
 * attempts from each network.
 */
const freeOfAllNetworks = 100;
const allNetworks = 'all networks';
/**
 * The number of days for which a browser stays known after its last sign-in, equal to the maximum cookie lifetime in
 * browsers.
 */
export const knownBrowserDays = 400;

const browserOrigin = (browser: string): string => `browser:${browser}`;

/** Returns all origins for which an attempt of the caller may be counted. */
export const callerOrigins = ({ network, browser }: Caller): string[] => [
  network,
  allNetworks,
  ...(browser === undefined ? [] : [browserOrigin(browser)]),
];

const limit = `CASE a.origin WHEN '${allNetworks}' THEN ${freeOfAllNetworks} ELSE ${freeFailures} END`;

/**
 * Counts an attempt before the password is verified, so that concurrent attempts are also counted. An attempt from a
 * known browser counts only for that browser, so that failures from elsewhere do not lock the browser.
 * @param email the address in lower case
 * @returns undefined while an origin is locked, or if there is no account
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

/** Finds the user with an address, if the browser is known for that user. */
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

/**
 * Returns the name shared by all known browsers of a user, so that additional browsers do not increase the number of
 * attempts or turns.
 */
export const knownName = (personId: string): string => `person ${personId}`;

/** Returns the name under which attempts are counted: the user in a known browser, otherwise the network. */
export async function nameOf(database: Database, email: string, caller: Caller): Promise<string> {
  const { browser, network } = caller;
  if (browser === undefined) return network;
  const known = await database.transaction(
    (queryable) => findKnownPerson(queryable, email, browser),
    'system',
  );
  return known === undefined ? network : knownName(known);
}

/**
 * Creates the statement that resets the failures of origins after a sign-in; without origins, all failures of the user.
 */
export const forgetFailures = (personId: string, origins?: readonly string[]): Statement => ({
  name: 'forget_failed_sign_ins',
  text: `UPDATE sign_in_attempt SET failures = 0, locked_until = NULL
         WHERE person_id = $1 AND ($2::text[] IS NULL OR origin = ANY ($2))`,
  values: [personId, origins ?? null],
});

/** Creates the statement that records a browser as known for a user. */
export const knowBrowser = (personId: string, browser: string): Statement => ({
  name: 'know_browser',
  text: `INSERT INTO sign_in_attempt (person_id, origin, is_known, expires_at)
         VALUES ($1, $2, true, clock_timestamp() + interval '${knownBrowserDays} days')
         ON CONFLICT (person_id, origin) DO UPDATE SET
           is_known = true, failures = 0, locked_until = NULL, expires_at = excluded.expires_at`,
  values: [personId, browserOrigin(browser)],
});
