import { type Billing, billingTable } from './billing.ts';
import type { Connections } from './connections/measure.ts';
import { connectionsTable } from './connections/report.ts';
import { type Fairness, fairnessTable, fairnessText } from './fairness.ts';
import { type Imports, importsTable } from './imports.ts';
import type { InstalledSize } from './installed-size.ts';
import { type Knowledge, knowledgeTable } from './knowledge.ts';
import { type LargePage, type ListRounds, type Lists, pageSize } from './lists.ts';
import { median } from './median.ts';
import { figuresBefore } from './report-before.ts';
import { salesTable } from './report-sales.ts';
import { type Reports, reportsTable } from './reports.ts';
import type { Target } from './requests.ts';
import type { Comparison, Round } from './rounds.ts';
import type { SalesRounds } from './sales.ts';
import type { Settings } from './settings.ts';
import type { StartTimes } from './startup.ts';
import { met, table } from './table.ts';
import type { UsageRounds } from './usage/measure.ts';
import { usageTables, usageText } from './usage/report.ts';
import type { Web } from './web/measure.ts';
import { webTables, webText } from './web/report.ts';
import type { WebhookRounds } from './webhooks.ts';

export type Results = {
  settings: Settings;
  date: Date;
  machine: {
    processor: string;
    cores: number;
    memoryGb: number;
    system: string;
    node: string;
    postgres: string;
  };
  comparisons: Comparison[];
  tokens: Round[];
  starts: StartTimes;
  lists: Lists;
  sales: SalesRounds;
  webhooks: WebhookRounds;
  usage: UsageRounds;
  billing: Billing;
  reports: Reports;
  fairness: Fairness;
  knowledge: Knowledge;
  imports: Imports;
  connections: Connections;
  web: Web | undefined;
  memory: { idleMb: number; loadedMb: number; perSecond: number };
  size: InstalledSize;
};

const asked: Partial<Record<Target, number>> = { term: 1.3, offer: 1.3, create: 0.85 };
const askedP99: Partial<Record<Target, number>> = { term: 2, offer: 2, create: 1.5 };

const titles: Partial<Record<Target, string>> = {
  term: '`GET` entitlement term',
  offer: '`GET` offer',
  create: '`POST` offer',
};

type Key = 'perSecond' | 'p50Ms' | 'p99Ms' | 'processorUs' | 'databaseUs';
const of = (rounds: readonly Round[], key: Key): number =>
  median(rounds.map((round) => round[key] ?? Number.NaN));

/** The ratio of both sides in each round, because the machine's speed drifts from round to round. */
const ratiosOf = (own: readonly Round[], other: readonly Round[], key: Key): number[] =>
  own.map((round, index) => (round[key] ?? Number.NaN) / (other[index]?.[key] ?? Number.NaN));

const ratios = ({ own, bare }: Comparison, key: Key): number[] => ratiosOf(own, bare, key);

const range = (values: readonly number[]): string =>
  `${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)}`;

const ms = (value: number) => value.toFixed(1);

const throughput = (comparisons: readonly Comparison[]): string =>
  table(
    ['', 'bare /s', 'Tradepost /s', 'ratio', 'lowest to highest', 'target', 'met'],
    comparisons.map((comparison) => {
      const each = ratios(comparison, 'perSecond');
      const [ratio, wanted] = [median(each), asked[comparison.target] ?? 0];
      return [
        titles[comparison.target] ?? comparison.target,
        of(comparison.bare, 'perSecond').toFixed(0),
        of(comparison.own, 'perSecond').toFixed(0),
        ratio.toFixed(2),
        range(each),
        wanted.toFixed(2),
        met(ratio >= wanted),
      ];
    }),
  );

const latency = (comparisons: readonly Comparison[]): string =>
  table(
    ['', 'p50 bare', 'p50 Tradepost', 'p99 bare', 'p99 Tradepost', 'p99 ratio', 'target', 'met'],
    comparisons.map((comparison) => {
      const { bare, own } = comparison;
      const ratio = median(ratios(comparison, 'p99Ms'));
      const wanted = askedP99[comparison.target] ?? 2;
      return [
        titles[comparison.target] ?? comparison.target,
        ms(of(bare, 'p50Ms')),
        ms(of(own, 'p50Ms')),
        ms(of(bare, 'p99Ms')),
        ms(of(own, 'p99Ms')),
        ratio.toFixed(2),
        wanted.toFixed(1),
        met(ratio <= wanted),
      ];
    }),
  );

const processor = (comparisons: readonly Comparison[]): string =>
  table(
    ['', 'bare', 'Tradepost', 'database, for bare', 'database, for Tradepost'],
    comparisons.map(({ target, bare, own }) => [
      titles[target] ?? target,
      ...[bare, own].map((rounds) => of(rounds, 'processorUs').toFixed(0)),
      ...[bare, own].map((rounds) => of(rounds, 'databaseUs').toFixed(0)),
    ]),
  );

/** The tables of the requests that both sides processed. */
export const requestTables = (comparisons: readonly Comparison[]): string =>
  [throughput, latency, processor].map((of) => of(comparisons)).join('\n\n');

/** The targets for a start, in milliseconds and megabytes. */
const askedOfStart = { warmMs: 1000, idleMb: 140 };

const others = ({ tokens, starts, memory, size, settings }: Results): string => {
  const [warm, idle] = [median(starts.warmMs), memory.idleMb];
  const { warmMs, idleMb } = askedOfStart;
  const rows = [
    ['tokens issued per second', of(tokens, 'perSecond').toFixed(0)],
    ['p50 and p99 of a token', `${ms(of(tokens, 'p50Ms'))} ms, ${ms(of(tokens, 'p99Ms'))} ms`],
    ['cold start: database created and migrated', `${median(starts.coldMs).toFixed(0)} ms`],
    ['warm start', `${warm.toFixed(0)} ms`, `${warmMs} ms`, met(warm <= warmMs)],
    ['memory of the program when started', `${idle.toFixed(0)} MB`, `${idleMb} MB`, met(idle <= idleMb)],
    [
      `memory after ${settings.memorySeconds} s of ${memory.perSecond.toFixed(0)} mixed requests per second`,
      `${memory.loadedMb.toFixed(0)} MB`,
    ],
    ['installed, with development tools', `${size.allMb.toFixed(0)} MB`],
    ['installed, without', `${size.withoutToolsMb.toFixed(0)} MB`],
  ];
  return table(
    ['', 'measured', 'target', 'met'],
    rows.map(([name = '', measured = '', most = '', isMet = '']) => [name, measured, most, isMet]),
  );
};

/** The table of a page of long records: its latency, and the program's part of the latency. */
export const largePageTable = ({ rows, bytes, rounds }: LargePage): string =>
  table(
    ['', 'measured', 'target', 'met'],
    [
      [
        `\`GET\` list of ${rows} offers of ${(bytes / rows / 1000).toFixed(1)} KB, p50`,
        `${ms(of(rounds, 'p50Ms'))} ms`,
        '12 ms',
        met(of(rounds, 'p50Ms') <= 12),
      ],
      ['CPU time of the program per request', `${ms(of(rounds, 'processorUs') / 1000)} ms`, '', ''],
    ],
  );

/**
 * The table of the first page of each list beside a deep page; the ratio is of requests a second, deep to
 * first.
 */
export const listTable = (lists: readonly ListRounds[]): string =>
  table(
    [
      '',
      'rows',
      'page',
      'page 1 /s',
      'that page /s',
      'ratio',
      'lowest to highest',
      'p50 page 1',
      'p50 that page',
    ],
    lists.map(({ noun, rows, page, first, deep }) => {
      const each = ratiosOf(deep, first, 'perSecond');
      return [
        `\`GET\` list of ${noun}`,
        String(rows),
        String(page),
        of(first, 'perSecond').toFixed(0),
        of(deep, 'perSecond').toFixed(0),
        median(each).toFixed(2),
        range(each),
        ms(of(first, 'p50Ms')),
        ms(of(deep, 'p50Ms')),
      ];
    }),
  );

const shareOf = (own: readonly number[], other: readonly number[]): number =>
  median(own.map((perSecond, index) => perSecond / (other[index] ?? Number.NaN)));

const both = (program: number, database: number): string =>
  `${program.toFixed(0)} us, ${database.toFixed(0)} us`;

/** The table of webhooks: latency, throughput, and the slowdown of other endpoints by one hanging endpoint. */
export function webhookTable({
  eventsPerSecond,
  p50Ms,
  p99Ms,
  own,
  bare,
  besideHanging,
  eventUs,
  deliveryUs,
}: WebhookRounds): string {
  const [ratio, share] = [shareOf(own, bare), shareOf(besideHanging, own)];
  return table(
    ['', 'measured', 'target', 'met'],
    [
      [`commit to receipt at ${eventsPerSecond} events per second, p50`, `${ms(p50Ms)} ms`, '', ''],
      ['the same, p99', `${ms(p99Ms)} ms`, '150 ms', met(p99Ms <= 150)],
      ['CPU time of an event, program and database', both(eventUs.program, eventUs.database), '', ''],
      ['deliveries per second, bare', median(bare).toFixed(0), '', ''],
      ['deliveries per second, Tradepost', median(own).toFixed(0), '', ''],
      ['ratio', ratio.toFixed(2), '0.5', met(ratio >= 0.5)],
      [
        'CPU time of a delivery, program and database',
        both(
          median(deliveryUs.map(({ program }) => program)),
          median(deliveryUs.map(({ database }) => database)),
        ),
        '',
        '',
      ],
      ['deliveries per second, one endpoint hanging', median(besideHanging).toFixed(0), '', ''],
      ['ratio to deliveries without the hanging endpoint', share.toFixed(2), '0.95', met(share >= 0.95)],
    ],
  );
}

/** The text of docs/performance.md: all measurements, including missed targets. */
export const render = (results: Results): string =>
  [introduction(results), ofRequests(results), ofParts(results)].join('\n');

function introduction({ settings, machine, date }: Results): string {
  const variables = Object.entries(settings.given).map(([name, value]) => `${name}=${value} `);
  return `# Performance

Written by \`${variables.join('')}npm run bench\` on ${date.toISOString().slice(0, 10)}.

Machine: ${machine.processor}, ${machine.cores} cores, ${machine.memoryGb.toFixed(0)} GB, ${machine.system}; Node ${machine.node},
PostgreSQL ${machine.postgres} (fsync on). The service, PostgreSQL and the load generator share the machine.

Data: ${settings.rows} offers and ${settings.rows} entitlements with a term each in ${settings.organizations} organizations. Tradepost and
the bare handler receive the same requests over ${settings.connections} connections, each with the token of one organization, in ${settings.rounds}
alternating rounds of ${settings.seconds} s. Numbers are medians of the rounds; a ratio is the median of the rounds' ratios. An
unsuccessful response, or an acknowledged offer that is missing from the database, fails the run.

The bare handler uses \`node:http\` and \`pg\` (\`server/bench/bare.ts\`). It reads the same columns of the same row by
the same key, with a named statement on a pool of 10, and serializes the row with \`JSON.stringify\`; it verifies a
token's signature once and caches the result. For \`POST\`, it inserts offer, creation, event and job in one statement.
Row-level security, roles, revocation, validation and deduplication are included only in Tradepost's numbers.`;
}

const ofRequests = (results: Results): string => `## Requests per second

\`npm run bench -- requests\` measures and prints only this section; \`BENCH_TARGETS=create\` limits it to one request.

${throughput(results.comparisons)}

## Latency in milliseconds

${latency(results.comparisons)}

## CPU time of the server process and the database, in microseconds per request

${processor(results.comparisons)}

## Tokens, start, memory, size

${others(results)}

## Whole sales

\`npm run bench -- sales\` measures and prints only this section. The service runs in the role \`start\`, with a new
database for each burst, as created by \`npm start\`. The time is measured from the first \`POST\` until the last offer
is PENDING_ACCEPTANCE and its events are sealed and dispatched. For the purpose of each transaction, see [decision 0008](decisions/0008-few-commits-and-round-trips.md).

${salesTable(results.sales)}

## Before

${figuresBefore}
`;

/** The parts that `npm run bench -- …` can measure alone. */
const ofParts = ({ settings, ...results }: Results): string => `## Deep lists

\`npm run bench -- lists\` measures and prints only this section; \`BENCH_LIST_ROWS\` sets the number of rows in each
list. The rows are copies of one small record in one organization. Page 1 and the last full page, both of ${pageSize}
rows, are read in alternating rounds; the last page is read with the cursor in the previous page's link.

${listTable(results.lists.nouns)}

A page of realistic offers, over one connection:

${largePageTable(results.lists.largePage)}

## Webhooks

\`npm run bench -- webhooks\` measures and prints only this section. The bare loop posts the same body with the same
signature from memory with \`undici\`, 64 requests at a time. Tradepost delivers a backlog for nine endpoints from the
database and records each attempt. The receiver is a separate process on the same machine.

${webhookTable(results.webhooks)}

## Usage

${usageText(settings)}

${usageTables(results.usage)}

## Billing

\`npm run bench -- billing\` measures and prints only this section; \`BENCH_BILLING=drafts\` or \`documents\` limits it
to a part.

The jobs \`billing.draft\` of the running service create drafts for ${settings.billingInvoices} direct sales
(\`BENCH_BILLING_INVOICES\`) whose month has ended; the time is measured from the first draft to the end of the last
job. Lines are the ledger entries that billing reads (\`BENCH_BILLING_LINES\`), as written by a run: for each hour 5
dimensions, each with usage and its included part. The bare sum is one statement over the same entries, by sale and dimension.

The documents of 50 invoices are read one after the other over one connection: the preview with a token, the PDF through
its link.

${billingTable(results.billing)}

## Reports

\`npm run bench -- reports\` measures and prints only this section, with \`BENCH_LIST_ROWS\` revenue records for one
year. The complete CSV is read over one connection; \`COPY\` sends the same columns in the same order, without row-level
security.

${reportsTable(results.reports)}

## Fairness

${fairnessText}

${fairnessTable(results.fairness)}

## Knowledge

\`npm run bench -- knowledge\` measures and prints only this section, with \`BENCH_PASSAGES\` passages of 60 words in
one organization. The bare inserts write the same passages to a table with the same indexes, as the owner without
policies; Tradepost reads the passages' records under the policies and maintains the vocabulary for suggestions. The
bare search is one statement, run by the owner on the same table, with ranking, count and excerpts. Tradepost checks the
caller's permissions, and ranks at most a thousand matches, and a thousand more by name.

${knowledgeTable(results.knowledge)}

## Imports

\`npm run bench -- import\` measures and prints only this section: the import job creates \`BENCH_IMPORT_ROWS\` offers
that a seller created at a marketplace, and the same number of agreements, with their buyers and terms, in an empty
organization. The bare loop reads the same pages of 100 from the same lists and inserts a row for each item, in one
transaction for each page, into tables with the same columns and indexes. It stores each item unchanged, without derived
fields, buyers, terms, jobs and duplicate detection.

${importsTable(results.imports)}

## Connections

\`npm run bench -- connections\` measures and prints only this section: \`BENCH_QUEUES\` organizations are connected to
marketplace A by its official clients, each with its own queue; the offers of a fifth of these organizations are
imported first. The marketplace is the tests' local service in a separate process, whose CPU time is excluded. First,
the empty queues are read for \`BENCH_QUEUE_SECONDS\`. Then buyers accept \`BENCH_EVENTS\` offers of the fifth, with
three messages for each acceptance, while the remaining queues stay empty. Times are measured from the arrival of the
events in the queue. The cost of an acceptance excludes the cost of reading empty queues.

${connectionsTable(results.connections)}

## The console in a browser

${webText(settings)}

${webTables(results.web)}
`;
