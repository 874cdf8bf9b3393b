import { setTimeout as delay } from 'node:timers/promises';
import type { Driven } from './load.ts';
import { figures, ms, percent } from './page.ts';
import { type Child, type ProcessorUs, startChild, startStopwatch, transactionsOf } from './processes.ts';
import { get } from './requests.ts';
import { runLoad, say } from './rounds.ts';
import { type Bench, type Service, withBare, withService } from './world.ts';

/** A burst of offers: milliseconds from the first POST, and the commits and processor time of one offer. */
type Burst = { offers: number; accepted: number; commits: number; us: ProcessorUs } & Watched;
/** Milliseconds until the last offer is published, and until every event is sealed and dispatched. */
type Watched = { published: number; dispatched: number };

/** Measures whole sales in role `start`, with a database for each burst as `npm start` makes it. */
export async function measureSales(bench: Bench): Promise<string[]> {
  const { burst, starts, settleSeconds } = bench.settings;
  const onFreshStart = <T>(role: 'start' | 'serve', work: (service: Service) => Promise<T>) =>
    withService(bench, { sellers: 1, role, postgres: {} }, work);
  const idle = await onFreshStart('start', measureIdle);
  // Role `serve` ignores jobs, so jobs that the bare handler enqueues cause no load.
  const bareRate = await onFreshStart('serve', (service) => measureBare(service, burst));
  const fewer: Burst[] = [];
  for (let start = 0; start < starts; start++)
    fewer.push(await onFreshStart('start', (service) => measureBurst(service, burst)));
  const [more, idleAfter, reads] = await onFreshStart('start', async (service) => {
    const larger = await measureBurst(service, 4 * burst);
    return [larger, await measureIdle(service), await measureReads(service, burst)] as const;
  });
  const middle = fewer.toSorted((one, other) => rateOf(one) - rateOf(other))[starts >> 1] as Burst;
  const [rate, growth] = [rateOf(middle), costOf(more) / costOf(middle)];
  const seconds = (...times: readonly number[]) =>
    times.map((time) => `${(time / 1000).toFixed(1)} s`).join(', ');
  return [
    figures([
      ...[middle, more].flatMap(({ offers, accepted, published, dispatched, commits, us }) => [
        [
          `a burst of ${offers}: accepted, published, dispatched after`,
          seconds(accepted, published, dispatched),
        ] as const,
        [
          'each: commits, CPU time of program and database',
          `${commits.toFixed(1)}, ${ms(us.program / 1000, 1)}, ${ms(us.database / 1000, 1)}`,
          '10 commits',
          commits <= 10,
        ] as const,
      ]),
      [
        `offers of a burst of ${burst} published per second (${fewer.map((each) => rateOf(each).toFixed(0)).join(', ')})`,
        rate.toFixed(0),
        '100',
        rate >= 100,
      ],
      [
        'the same, relative to the bare handler in such a burst after a fresh start',
        `${(rate / bareRate).toFixed(2)} of ${bareRate.toFixed(0)}`,
      ],
      ['CPU time of an offer, larger burst relative to smaller', growth.toFixed(2), '1.2', growth <= 1.2],
      ['`GET` of an offer beside a burst, p99', ms(reads.beside, 1)],
      ['the same alone', ms(reads.alone, 1)],
      [
        `idle ${settleSeconds} s after a start: fraction of a core`,
        percent(idle.share),
        '1 %',
        idle.share <= 0.01,
      ],
      [`the same ${settleSeconds} s after a burst`, percent(idleAfter.share)],
      ['idle: commits per second', idle.commits.toFixed(1), '2', idle.commits <= 2],
    ]),
  ];
}

/** Offers published a second. */
const rateOf = ({ offers, published }: Burst): number => (offers * 1000) / published;
const costOf = ({ us }: Burst): number => us.program + us.database;

async function sendOffers({ port, world, settings }: Service, load: Child, offers: number): Promise<void> {
  const how = { port, world, target: 'create', connections: settings.connections };
  const order = { ...how, seconds: 600, seed: 1, run: Date.now() % 2 ** 31, requests: offers };
  const { failures } = await load.ask<Driven>(order);
  if (failures.length > 0) throw new Error(`offers were refused: ${JSON.stringify(failures)}`);
}

/** Writes a burst of offers by a fresh bare handler, which measures the machine. @returns offers a second */
const measureBare = (service: Service, offers: number): Promise<number> =>
  withBare(service, async ({ port }) => {
    const began = performance.now();
    await sendOffers({ ...service, port }, service.load, offers);
    return (offers * 1000) / (performance.now() - began);
  });

async function measureBurst(service: Service, offers: number): Promise<Burst> {
  const { database, pid, load } = service;
  const before = await commitsOf(service);
  const busy = await startStopwatch(database, pid);
  const began = performance.now();
  const watched = watch(service, offers, began);
  await sendOffers(service, load, offers);
  const accepted = performance.now() - began;
  const { looks, ...times } = await watched;
  const us = await busy(offers);
  const commits = ((await commitsOf(service)) - before - looks) / offers;
  const burst = { offers, accepted, ...times, commits, us };
  say(`${offers} offers: ${rateOf(burst).toFixed(0)} published a second, ${commits.toFixed(1)} commits each`);
  return burst;
}

/** Waits until all offers are published and dispatched. `looks` is the number of queries used for waiting. */
async function watch(
  { database }: Service,
  offers: number,
  began: number,
): Promise<Watched & { looks: number }> {
  let published = 0;
  for (let looks = 1; ; looks++) {
    const { rows } = await database.query<{ published: boolean; dispatched: boolean }>(
      `SELECT (SELECT count(*) FROM offer WHERE status = 'PENDING_ACCEPTANCE') = $1 AS published,
         NOT EXISTS (SELECT FROM unsealed_event)
           AND NOT EXISTS (SELECT FROM notification_feed WHERE newest_position > told_position) AS dispatched`,
      [offers],
    );
    const passed = performance.now() - began;
    if (rows[0]?.published) published ||= passed;
    if (published > 0 && rows[0]?.dispatched) return { published, dispatched: passed, looks };
    if (passed > 300_000) throw new Error('the offers were not published within five minutes');
    await delay(50);
  }
}

/** Measures the p99 of one reader of an offer, alone and while another burst is published. */
async function measureReads(service: Service, offers: number): Promise<{ alone: number; beside: number }> {
  const { database, organizations, settings } = service;
  const { rows } = await database.query<{ id: string }>('SELECT id FROM offer LIMIT 1');
  const request = get(`offer/${rows[0]?.id}`, organizations[0]);
  const read = async () =>
    (await runLoad(service, { request, connections: 1, seconds: settings.seconds })).p99Ms;
  await read();
  const alone = await read();
  const others = startChild('load');
  try {
    const sent = sendOffers(service, others, offers);
    const beside = await read();
    await sent;
    return { alone, beside };
  } finally {
    await others.stop();
  }
}

/** The fraction of a core, and the commits per second, of an idle program. */
async function measureIdle({ settings, database, pid, port }: Service) {
  const { settleSeconds, idleSeconds } = settings;
  // Wait until the work after a start or burst has ended: V8 collects garbage three times within 45 s, each time for
  // 0.1 to 0.2 s of a core.
  await delay(settleSeconds * 1000);
  const before = await transactionsOf(port);
  const busy = await startStopwatch(database, pid);
  await delay(idleSeconds * 1000);
  const { program } = await busy(idleSeconds);
  // Reading the metrics is a transaction, too.
  const commits = ((await transactionsOf(port)) - before - 1) / idleSeconds;
  say(`idle: ${percent(program / 1e6)} of a core, ${commits.toFixed(1)} commits per second`);
  return { share: program / 1e6, commits };
}

/** Counts commits. Idle sessions report their counts within ten seconds. */
async function commitsOf({ database }: Service): Promise<number> {
  await delay(11_000);
  const { rows } = await database.query<{ commits: string }>(
    'SELECT xact_commit AS commits FROM pg_stat_database WHERE datname = current_database()',
  );
  return Number(rows[0]?.commits);
}
