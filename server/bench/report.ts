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

/** Of both sides of each round, for the machine's own speed drifts from round to round. */
const ratiosOf = (own: readonly Round[], other: readonly Round[], key: Key): number[] =>
  own.map((round, index) => (round[key] ?? Number.NaN) / (other[index]?.[key] ?? Number.NaN));

const ratios = ({ own, bare }: Comparison, key: Key): number[] => ratiosOf(own, bare, key);

const range = (values: readonly number[]): string =>
  `${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)}`;

const ms = (value: number) => value.toFixed(1);

const throughput = (comparisons: readonly Comparison[]): string =>
  table(
    ['', 'bare /s', 'Tradepost /s', 'ratio', 'lowest to highest', 'asked', 'met'],
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
    ['', 'p50 bare', 'p50 Tradepost', 'p99 bare', 'p99 Tradepost', 'p99 ratio', 'asked', 'met'],
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

/** What both sides were asked for, beside each other. */
export const requestTables = (comparisons: readonly Comparison[]): string =>
  [throughput, latency, processor].map((of) => of(comparisons)).join('\n\n');

/** The most of a start, in milliseconds and megabytes. */
const askedOfStart = { warmMs: 1000, idleMb: 140 };

const others = ({ tokens, starts, memory, size, settings }: Results): string => {
  const [warm, idle] = [median(starts.warmMs), memory.idleMb];
  const { warmMs, idleMb } = askedOfStart;
  const rows = [
    ['tokens issued a second', of(tokens, 'perSecond').toFixed(0)],
    ['p50 and p99 of a token', `${ms(of(tokens, 'p50Ms'))} ms, ${ms(of(tokens, 'p99Ms'))} ms`],
    ['cold start: database made and migrated', `${median(starts.coldMs).toFixed(0)} ms`],
    ['warm start', `${warm.toFixed(0)} ms`, `${warmMs} ms`, met(warm <= warmMs)],
    ['memory of the program when started', `${idle.toFixed(0)} MB`, `${idleMb} MB`, met(idle <= idleMb)],
    [
      `memory after ${settings.memorySeconds} s of ${memory.perSecond.toFixed(0)} mixed requests a second`,
      `${memory.loadedMb.toFixed(0)} MB`,
    ],
    ['installed, with development tools', `${size.allMb.toFixed(0)} MB`],
    ['installed, without', `${size.withoutToolsMb.toFixed(0)} MB`],
  ];
  return table(
    ['', 'measured', 'asked', 'met'],
    rows.map(([name = '', measured = '', most = '', isMet = '']) => [name, measured, most, isMet]),
  );
};

/** A page of long records: what it takes, and what of that is the program's. */
export const largePageTable = ({ rows, bytes, rounds }: LargePage): string =>
  table(
    ['', 'measured', 'asked', 'met'],
    [
      [
        `\`GET\` list of ${rows} offers of ${(bytes / rows / 1000).toFixed(1)} KB, p50`,
        `${ms(of(rounds, 'p50Ms'))} ms`,
        '12 ms',
        met(of(rounds, 'p50Ms') <= 12),
      ],
      ['processor time of the program for it', `${ms(of(rounds, 'processorUs') / 1000)} ms`, '', ''],
    ],
  );

/** The first page of each list beside a deep one; the ratio is of requests a second, deep to first. */
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

/** Webhooks: how soon, how many, and what one that hangs costs the others. */
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
    ['', 'measured', 'asked', 'met'],
    [
      [`commit to receipt at ${eventsPerSecond} events a second, p50`, `${ms(p50Ms)} ms`, '', ''],
      ['the same, p99', `${ms(p99Ms)} ms`, '150 ms', met(p99Ms <= 150)],
      ['processor time of an event, program and database', both(eventUs.program, eventUs.database), '', ''],
      ['deliveries a second, bare', median(bare).toFixed(0), '', ''],
      ['deliveries a second, Tradepost', median(own).toFixed(0), '', ''],
      ['ratio', ratio.toFixed(2), '0.5', met(ratio >= 0.5)],
      [
        'processor time of a delivery, program and database',
        both(
          median(deliveryUs.map(({ program }) => program)),
          median(deliveryUs.map(({ database }) => database)),
        ),
        '',
        '',
      ],
      ['the same of nine endpoints beside one that hangs', median(besideHanging).toFixed(0), '', ''],
      ['ratio to the same without it', share.toFixed(2), '0.95', met(share >= 0.95)],
    ],
  );
}

/** docs/performance.md: what was measured, also where it is worse than asked. */
export const render = (results: Results): string =>
  [introduction(results), ofRequests(results), ofParts(results)].join('\n');

function introduction({ settings, machine, date }: Results): string {
  const variables = Object.entries(settings.given).map(([name, value]) => `${name}=${value} `);
  return `# Performance

Written by \`${variables.join('')}npm run bench\` on ${date.toISOString().slice(0, 10)}.

Machine: ${machine.processor}, ${machine.cores} cores, ${machine.memoryGb.toFixed(0)} GB, ${machine.system}; Node ${machine.node},
PostgreSQL ${machine.postgres} (fsync on). Program, PostgreSQL and load generator share it.

Data: ${settings.rows} offers and ${settings.rows} entitlements with a term each in ${settings.organizations} organizations. Each side gets the same
requests over ${settings.connections} connections, one organization's token each time, in ${settings.rounds} rounds of ${settings.seconds} s that alternate. Numbers
are medians of the rounds; a ratio is the median of the ratios of each round. An answer that is not a success, or
an acknowledged offer that is not in the database, fails the run.

The bare handler is \`node:http\` and \`pg\` (\`server/bench/bare.ts\`): the same columns of the same row by the same
key, a named statement on a pool of 10, the row parsed and printed with \`JSON.stringify\`; a token's signature is
verified once and remembered. For \`POST\` it inserts offer, creation, event and job in one statement. It knows no
row-level security, roles, revocation, validation or de-duplication: Tradepost does all of these in its numbers.
`;
}

const ofRequests = (results: Results): string => `## Requests a second

\`npm run bench -- requests\` measures these alone, and prints them; \`BENCH_TARGETS=create\` only one of them.

${throughput(results.comparisons)}

## Latency in milliseconds

${latency(results.comparisons)}

## Processor time of the server process and of the database in microseconds a request

${processor(results.comparisons)}

## Tokens, start, memory, size

${others(results)}

## Whole sales

\`npm run bench -- sales\` measures these alone, and prints them: role \`start\`, on a database as \`npm start\` makes it, fresh
for each burst, from the first \`POST\` until the last offer is PENDING_ACCEPTANCE and its events are sealed and dispatched.
What each transaction is for: [decision 0070](decisions/0070-one-poller-and-few-commits.md).

${salesTable(results.sales)}

## Before

${figuresBefore}
`;

/** What has a part of its own in `npm run bench -- …`. */
const ofParts = ({ settings, ...results }: Results): string => `## Deep lists

\`npm run bench -- lists\` measures these alone, and prints them; \`BENCH_LIST_ROWS\` is how many rows each list has. The
rows are copies of one small record in one organization. Page 1 and the last full page, both of ${pageSize} rows, are asked
for in rounds that alternate; the deep page by the cursor that the page before it links to.

${listTable(results.lists.nouns)}

A page of offers as sellers write them, over one connection:

${largePageTable(results.lists.largePage)}

## Webhooks

\`npm run bench -- webhooks\` measures these alone, and prints them. The bare loop posts the same body, signed in the same
way, by \`undici\` from memory, 64 at once; Tradepost takes a backlog of nine endpoints from the database, and writes every
attempt down. The receiver is a process of its own on the same machine.

${webhookTable(results.webhooks)}

## Usage

${usageText(settings)}

${usageTables(results.usage)}

## Billing

\`npm run bench -- billing\` measures these alone, and prints them; \`BENCH_BILLING=drafts\` or \`documents\` only a part.

Drafts are those of ${settings.billingInvoices} direct sales (\`BENCH_BILLING_INVOICES\`) whose month is over, by their jobs \`billing.draft\`
in the running program, from the first draft to the end of the last job. Lines are the entries of the ledger that billing
reads (\`BENCH_BILLING_LINES\`), as the run leaves them: in each report of an hour 5 dimensions, each with what was used and what
of it is included. The bare sum is one statement over the same entries, by sale and dimension.

Documents are asked for over one connection, one after the other, of 50 invoices in turn: the preview with a token, the PDF by
its link.

${billingTable(results.billing)}

## Reports

\`npm run bench -- reports\` measures these alone, and prints them: over \`BENCH_LIST_ROWS\` revenue records of a year. CSV is read
to its end over one connection, \`COPY\` sends the same columns in the same order, without row-level security.

${reportsTable(results.reports)}

## Fairness

${fairnessText}

${fairnessTable(results.fairness)}

## Knowledge

\`npm run bench -- knowledge\` measures these alone, and prints them, with \`BENCH_PASSAGES\` passages of 60 words in one
organization. Bare inserts write the same passages into a table with the same indexes, as the owner without policies; Tradepost
reads the records that they are of, under the policies, and keeps the vocabulary for suggestions. The bare search is the
owner's statement over the same table, ranked, counted and with excerpts of the page; Tradepost's goes by the permissions of the
caller, and ranks at most a thousand, and a thousand more by their names.

${knowledgeTable(results.knowledge)}

## Imports

\`npm run bench -- import\` measures these alone, and prints them: \`BENCH_IMPORT_ROWS\` offers that a seller made at a
marketplace, and as many agreements, are imported with their buyers and terms, by the job that does so, into an organization
that has none. The bare loop reads the same pages of 100 from the same lists and inserts a row for each thing, in one
transaction for each page, into tables with the same columns and indexes; it keeps each thing as it is listed, derives
nothing, makes no buyers, terms or jobs, and would make everything twice.

${importsTable(results.imports)}

## Connections

\`npm run bench -- connections\` measures these alone, and prints them: \`BENCH_QUEUES\` organizations have connected marketplace A
by its official clients, each with a queue of its own; what a fifth of them sell is imported before. The marketplace is the
local service of the tests, in a process of its own whose processor time is not counted. Quiet queues are watched for
\`BENCH_QUEUE_SECONDS\`. Then buyers accept \`BENCH_EVENTS\` offers of that fifth, each of which is told in three messages, while the
other queues stay quiet; the time runs from the moment at which the events lie in the queue. What an acceptance costs is
without what the quiet queues cost.

${connectionsTable(results.connections)}

## The console in a browser

${webText(settings)}

${webTables(results.web)}
`;
