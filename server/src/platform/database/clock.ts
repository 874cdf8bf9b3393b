/**
 * This process's estimate of the database clock, based on results that contain the database's time. All processes
 * therefore share one time without extra queries.
 */
export type DatabaseClock = {
  /** Returns the wall time of the database. */
  now(): Date;
  /** Records a sample: a time that the database has just returned. */
  observe(databaseTime: Date): void;
};

export function createDatabaseClock(localNow: () => number = Date.now): DatabaseClock {
  let offset = 0;
  let known = false;
  return {
    now: () => new Date(localNow() + offset),
    observe: (databaseTime) => {
      const seen = databaseTime.getTime() - localNow();
      // Results arrive late and never early, so the largest difference is the most exact. The estimate follows a small
      // decrease gradually.
      offset = known && seen < offset && offset - seen < 1000 ? offset - (offset - seen) / 64 : seen;
      known = true;
    },
  };
}

/** Returns the organization's time: the wall clock plus the offset of its test clock. */
export const withOffset = (wallNow: Date, offsetMs: number): Date => new Date(wallNow.getTime() + offsetMs);
