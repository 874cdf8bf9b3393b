/**
 * The database's clock, kept in this process. It is sampled from answers that carry the database's time, so that all
 * processes have one time without a query of its own.
 */
export type DatabaseClock = {
  /** Wall time by the database. */
  now(): Date;
  /** Takes note of a time that the database answered just now. */
  observe(databaseTime: Date): void;
};

export function createDatabaseClock(localNow: () => number = Date.now): DatabaseClock {
  let offset = 0;
  let known = false;
  return {
    now: () => new Date(localNow() + offset),
    observe: (databaseTime) => {
      const seen = databaseTime.getTime() - localNow();
      // An answer is always late, never early: the largest difference is the truest, and small drift is followed.
      offset = known && seen < offset && offset - seen < 1000 ? offset - (offset - seen) / 64 : seen;
      known = true;
    },
  };
}

/** The organization's time: the wall clock and the offset of its test clock. */
export const shifted = (wallNow: Date, offsetMs: number): Date => new Date(wallNow.getTime() + offsetMs);
