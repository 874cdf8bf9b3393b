/**
 * True when `npm run test:dates` runs the tests. Under libfaketime, PostgreSQL's signal handlers have the true time: on a date
 * ahead its timers never seem to be due, so that no lock timeout and no deadlock check comes.
 */
export const isTimeFaked = process.env.FAKETIME !== undefined;
