import { met, table } from '../table.ts';
import { type Connections, percent } from './measure.ts';

/** The targets: maximum fraction of a core for quiet queues, and p99 of an event in milliseconds. */
const asked = { share: 0.15, p99Ms: 2000 };

const ms = (value: number) => `${value.toFixed(0)} ms`;

/** The table of connections. */
export function connectionsTable({ quiet, arrived }: Connections): string {
  const { shown, sealed, processorUs, transactions } = arrived;
  const each = [processorUs.program, processorUs.database].map((us) => `${(us / 1000).toFixed(1)} ms`);
  return table(
    ['', 'measured', 'target', 'met'],
    [
      [
        `${quiet.queues} quiet queues: program, fraction of a core`,
        percent(quiet.programShare),
        percent(asked.share),
        met(quiet.programShare <= asked.share),
      ],
      ['the same, database', percent(quiet.databaseShare), '', ''],
      [
        'reads of queues, and transactions, per second',
        `${quiet.readsPerSecond.toFixed(1)}, ${quiet.transactionsPerSecond.toFixed(1)}`,
        '',
        '',
      ],
      [
        `${arrived.events} acceptances, ${arrived.perSecond} a second from ${arrived.queues} of the queues: event to \`GET\`, p50`,
        ms(shown.p50Ms),
        '',
        '',
      ],
      ['the same, p99', ms(shown.p99Ms), ms(asked.p99Ms), met(shown.p99Ms <= asked.p99Ms)],
      [
        'event to sealed event, p50, p99',
        `${ms(sealed.p50Ms)}, ${ms(sealed.p99Ms)}`,
        ms(asked.p99Ms),
        met(sealed.p99Ms <= asked.p99Ms),
      ],
      [
        'each: transactions, CPU time of program and database',
        [transactions.toFixed(1), ...each].join(', '),
        '',
        '',
      ],
    ],
  );
}
