/**
 * True on another date than today's, by `npm run test:dates`. libfaketime gives the true time to a signal handler that
 * interrupts a wait: PostgreSQL takes its timers for early, and no lock timeout and no deadlock check ever comes.
 */
export const isTimeFaked = process.env.FAKETIME !== undefined;
