import { isDeepStrictEqual } from 'node:util';
import { median, met, range, table } from './page.ts';
import { rowId } from './requests.ts';
import { alternate, of, type Round, ratios, runLoad, say } from './rounds.ts';
import { placeholder, sampleOffer } from './sample.ts';
import { type Bench, call, loadRows, type Service, withBare, withService } from './world.ts';

type Side = Pick<Service, 'pid' | 'port'>;
type Comparison = { title: string; least: number; mostP99: number; bare: Round[]; own: Round[] };

/** The requests that the bare handler supports too, with the targets for speed and p99 relative to it. */
const compared = [
  { target: 'term', title: '`GET` entitlement term', least: 1.3, mostP99: 2 },
  { target: 'offer', title: '`GET` offer', least: 1.3, mostP99: 2 },
  { target: 'create', title: '`POST` offer', least: 0.85, mostP99: 1.5 },
] as const;
const organizations = 100;

/** Compares requests with the bare handler on the same rows. @throws when an acknowledged offer is missing */
export async function measureRequests(bench: Bench): Promise<string[]> {
  const { rows, connections, seconds, rounds, warmUp } = bench.settings;
  say(`Loading ${rows} offers, entitlements and terms …`);
  const prepare = (connectionString: string, sellers: Service['sellers']) =>
    loadRows(connectionString, sellers, rows);
  return withService(bench, { sellers: organizations, rows, prepare }, (own) =>
    withBare(own, async (bare) => {
      let acknowledged = await refuseDifference(own, bare);
      const results: Comparison[] = [];
      for (const { target, ...shown } of compared) {
        const run = async (
          side: 'bare' | 'own',
          how: { seed: number; seconds: number; requests?: number },
        ) => {
          const server = side === 'own' ? own : { ...own, ...bare };
          const round = await runLoad(server, { world: own.world, connections, target, ...how });
          if (target === 'create') acknowledged += round.requests;
          return round;
        };
        for (const side of ['bare', 'own'] as const)
          await run(side, { seed: 1, seconds: 600, requests: warmUp });
        const each = (side: 'bare' | 'own', round: number) => run(side, { seed: 100 + round, seconds });
        const done = await alternate(target, rounds, ['bare', 'own'], each, ({ perSecond }) =>
          perSecond.toFixed(0),
        );
        results.push({ ...shown, ...done });
      }
      await refuseLoss(own, acknowledged);
      return [throughput(results), latency(results), processor(results)];
    }),
  );
}

/**
 * Requires equal responses of both sides to a request, because a comparison of different work would be meaningless.
 * Null fields count as absent.
 * @returns the number of created offers
 */
async function refuseDifference({ port, world, organizations }: Service, bare: Side): Promise<number> {
  const row = Math.min(12, world.rows - 1);
  const organization = organizations[row % organizations.length] as Service['organizations'][number];
  const ask = async (side: { port: number }, method: string, target: string, body?: object) => {
    const answer = (await call(side, organization, method, target, body)).body as Record<string, unknown>;
    return Object.fromEntries(Object.entries(answer).filter(([, value]) => value !== null));
  };
  const term = `entitlement/${rowId('ent', row)}/entitlementTerm/${rowId('trm', row)}`;
  for (const target of [`offer/${rowId('ofr', row)}`, term]) {
    const [one, other] = [await ask(bare, 'GET', target), await ask({ port }, 'GET', target)];
    if (!isDeepStrictEqual(one, other))
      throw new Error(`${target} differs:\n${JSON.stringify(one)}\n${JSON.stringify(other)}`);
  }
  for (const [index, side] of [bare, { port }].entries()) {
    const body = JSON.parse(JSON.stringify(sampleOffer).replaceAll(placeholder, `same-${index}`));
    const { status } = await ask(side, 'POST', 'offer', body);
    if (status !== 'PENDING_CREATE') throw new Error(`no offer was created: ${status}`);
  }
  return 2;
}

/** Requires an offer, an event, a creation and a job for each acknowledged offer. */
async function refuseLoss({ database, world }: Service, acknowledged: number): Promise<void> {
  const { rows } = await database.query<Record<string, string>>(
    `SELECT (SELECT count(*) FROM offer) - $1 AS offers, (SELECT count(*) FROM job) AS jobs,
       (SELECT count(*) FROM event WHERE entity_type = 'OFFER') AS events,
       (SELECT count(*) FROM offer_creation) AS creations`,
    [world.rows],
  );
  for (const [name, count] of Object.entries(rows[0] ?? {}))
    if (Number(count) !== acknowledged)
      throw new Error(`${acknowledged} offers were acknowledged, but there are ${count} ${name}`);
}

const throughput = (results: readonly Comparison[]): string =>
  table(
    ['', 'bare /s', 'Tradepost /s', 'ratio', 'lowest to highest', 'target', 'met'],
    results.map(({ title, least, bare, own }) => {
      const each = ratios(own, bare, 'perSecond');
      const speeds = [bare, own].map((rounds) => of(rounds, 'perSecond').toFixed(0));
      const ratio = median(each);
      return [title, ...speeds, ratio.toFixed(2), range(each), least.toFixed(2), met(ratio >= least)];
    }),
  );

const latency = (results: readonly Comparison[]): string =>
  table(
    ['', 'p50 bare', 'p50 Tradepost', 'p99 bare', 'p99 Tradepost', 'p99 ratio', 'target', 'met'],
    results.map(({ title, mostP99, bare, own }) => {
      const ratio = median(ratios(own, bare, 'p99Ms'));
      const times = (['p50Ms', 'p99Ms'] as const).flatMap((key) =>
        [bare, own].map((rounds) => of(rounds, key).toFixed(1)),
      );
      return [title, ...times, ratio.toFixed(2), mostP99.toFixed(1), met(ratio <= mostP99)];
    }),
  );

const processor = (results: readonly Comparison[]): string =>
  table(
    ['', 'bare', 'Tradepost', 'database, for bare', 'database, for Tradepost'],
    results.map(({ title, bare, own }) => [
      title,
      ...[bare, own].map((rounds) => of(rounds, 'programUs').toFixed(0)),
      ...[bare, own].map((rounds) => of(rounds, 'databaseUs').toFixed(0)),
    ]),
  );
