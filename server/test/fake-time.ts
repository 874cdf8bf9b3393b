/**
 * Whether `npm run test:dates` runs the tests. Under libfaketime, the timers of PostgreSQL's signal handlers
 * use the real time. On a later date the timers never fire, so lock timeouts and deadlock checks do not work.
 */
export const isTimeFaked = process.env.FAKETIME !== undefined;
