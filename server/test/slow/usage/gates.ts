import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

/** Points between two steps of accepting or sending usage, at which a process can be stopped permanently. */
export const usagePlaces = {
  'between key and data': { on: 'BEFORE INSERT ON usage_group FOR EACH STATEMENT', number: 1 },
  'in the run': { on: 'AFTER INSERT ON usage_report FOR EACH ROW', number: 2 },
  'before SENDING is kept': {
    on: `BEFORE UPDATE ON usage_line FOR EACH ROW WHEN (NEW.state = 'SENDING')`,
    number: 3,
  },
  'after SENDING, before the marketplace answers': {
    on: 'BEFORE INSERT ON sandbox_usage FOR EACH ROW',
    number: 4,
  },
  'before a verdict is kept': {
    on: `BEFORE INSERT ON usage_ledger FOR EACH ROW WHEN (NEW.type = 'REPORTED')`,
    number: 5,
  },
} as const;
export type Place = keyof typeof usagePlaces;
export const allPlaces = Object.keys(usagePlaces) as Place[];

/** The location of a point, and its number. */
export type PlaceOfGate = { on: string; number: number; isOfAll?: boolean };

/** Stops every process at a point, by a trigger that waits for a lock. */
export type Gates<P extends string = Place> = {
  /**
   * Closes a point. At points that belong to marketplaces, only processes for the given marketplace are
   * stopped.
   */
  close(place: P, partner?: string): Promise<void>;
  /** Returns whether a process is stopped at the point. */
  isReached(): Promise<boolean>;
  /** Returns the closed point at which a process is stopped. */
  reached(): Promise<P | undefined>;
  /** Releases the remaining sessions of stopped processes, whose end the server has not detected yet. */
  open(): Promise<void>;
  /**
   * Ends the connections of stopped processes, so that their transactions are rolled back, and opens the
   * point.
   */
  breakOff(): Promise<void>;
  end(): Promise<void>;
};

const lockClass = 7239;

/** @param connectionString the owner's connection to the database */
export const makeGates = (connectionString: string): Promise<Gates> =>
  makeGatesAt(connectionString, usagePlaces);

/** Creates gates at given points. */
export async function makeGatesAt<P extends string>(
  connectionString: string,
  places: Readonly<Record<P, PlaceOfGate>>,
): Promise<Gates<P>> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => {});
  await client.connect();
  await client.query(`CREATE OR REPLACE FUNCTION test_gate() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE partner text;
    BEGIN
      IF TG_LEVEL = 'STATEMENT' OR TG_ARGV[1] = 'all' THEN
        PERFORM pg_advisory_xact_lock_shared(${lockClass}, TG_ARGV[0]::int * 100);
        RETURN NEW;
      END IF;
      partner := coalesce(to_jsonb(NEW) ->> 'partner', (SELECT e.partner FROM entitlement e
        WHERE e.organization_id = NEW.organization_id AND e.id = to_jsonb(NEW) ->> 'entitlement_id'));
      PERFORM pg_advisory_xact_lock_shared(${lockClass}, TG_ARGV[0]::int * 100 + ascii(right(partner, 1)));
      RETURN NEW;
    END $$`);
  const isOfAll = ({ on, isOfAll: all = false }: PlaceOfGate) => all || on.endsWith('STATEMENT');
  for (const place of Object.values<PlaceOfGate>(places))
    await client.query(
      `CREATE OR REPLACE TRIGGER test_gate_${place.number} ${place.on}
       EXECUTE FUNCTION test_gate('${place.number}', '${isOfAll(place) ? 'all' : 'partner'}')`,
    );
  const standing = `pg_locks WHERE locktype = 'advisory' AND classid = ${lockClass} AND NOT granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  const open = async () => {
    await client.query('SELECT pg_advisory_unlock_all()');
  };
  return {
    close: async (place, partner = '') => {
      const which = isOfAll(places[place]) ? 0 : partner.charCodeAt(partner.length - 1);
      const { number } = places[place];
      await client.query('SELECT pg_advisory_lock($1, $2)', [lockClass, number * 100 + which]);
    },
    reached: async () => {
      const { rows } = await client.query(
        `SELECT objid::int / 100 AS number FROM ${standing} ORDER BY 1 LIMIT 1`,
      );
      return (Object.keys(places) as P[]).find((place) => places[place].number === rows[0]?.number);
    },
    isReached: async () => (await client.query(`SELECT FROM ${standing} LIMIT 1`)).rows.length > 0,
    open,
    breakOff: async () => {
      await client.query(`SELECT pg_terminate_backend(pid) FROM ${standing}`);
      while ((await client.query(`SELECT FROM ${standing} LIMIT 1`)).rows.length > 0) await delay(5);
      await open();
    },
    end: () => client.end(),
  };
}
