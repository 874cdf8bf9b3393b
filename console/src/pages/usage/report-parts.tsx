import type { MeteringUsageRecordReport, WithId } from '@tradepost/sdk';
import { paths } from '../../paths.ts';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { PathLink } from '../../ui/resource/index.ts';
import { ShortTable } from '../../ui/short-table.tsx';
import { splitWords } from '../../ui/words.ts';
import { quantity } from './quantities.tsx';
import { exchangeOf, isHeld, linesOfReport, type ReportLine } from './report-state.ts';

type Report = WithId<MeteringUsageRecordReport>;
type Props = { orgId: string; record: Report };

/** What is wrong with a report. The text of the service names the next step, and the page's actions perform it. */
export const ReportNotice = ({ report }: { report: Report }) =>
  report.message ? (
    <Callout
      kind={report.status === 'FAILED' ? 'error' : 'warning'}
      title={
        isHeld(report)
          ? 'The outcome at the marketplace is unknown'
          : 'The marketplace did not accept the usage'
      }
    >
      <p>{report.message}</p>
    </Callout>
  ) : null;

/** The quantities of a report by dimension, from the usage to the reported quantity. */
export function ReportLines({ record }: Props) {
  const lines = linesOfReport(record);
  const number = (name: string, of: (line: ReportLine) => number | undefined) => ({
    name,
    align: 'end' as const,
    cell: (line: ReportLine) => quantity(of(line)),
  });
  const isAny = (of: (line: ReportLine) => unknown) => lines.some((line) => of(line) !== undefined);
  return (
    <Card
      title="Lines"
      isFlush
      help="The quantities of each dimension, and the marketplace’s verdict on them."
    >
      <ShortTable
        label="Lines"
        isFlush
        rows={lines}
        keyOf={({ dimension }) => dimension}
        columns={[
          { name: 'Dimension', cell: ({ dimension }) => dimension },
          ...(isAny(({ included }) => included) ? [number('Included', ({ included }) => included)] : []),
          ...(isAny(({ credit }) => credit) ? [number('Paid by credit', ({ credit }) => credit)] : []),
          number('Reported', ({ reported }) => reported),
          ...(isAny(({ unitPrice }) => unitPrice)
            ? [number('Price per unit', ({ unitPrice }) => unitPrice)]
            : []),
          {
            name: 'Verdict',
            cell: ({ verdict }) => (verdict ? splitWords(verdict) : 'None yet'),
          },
        ]}
      />
    </Card>
  );
}

const Exchange = ({ name, of }: { name: string; of: unknown }) => (
  <details>
    <summary className="py-1 font-medium">{name}</summary>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be scrollable by keyboard */}
    <pre className="max-h-96 overflow-auto rounded-md bg-raised p-3 text-xs" tabIndex={0}>
      {JSON.stringify(of, undefined, 2)}
    </pre>
  </details>
);

/** The request to the marketplace and its response. */
export function ReportVerdict({ record }: Props) {
  const { request, response } = exchangeOf(record);
  if (!request && !response) return null;
  return (
    <Card title="Exchange with the marketplace">
      {request !== undefined && <Exchange name="Request" of={request} />}
      {response !== undefined && <Exchange name="Response" of={response} />}
    </Card>
  );
}

const most = 20;

/** The record groups in a report, in the order in which they were received. */
export function ReportGroups({ orgId, record }: Props) {
  const { usageRecordGroupIds: ids = [], usageRecordGroupCount: count = ids.length } = record.info ?? {};
  if (ids.length === 0) return null;
  return (
    <Card title={`Record groups (${count})`}>
      <ul className="grid gap-1">
        {ids.slice(0, most).map((id) => (
          <li key={id}>
            <PathLink path={paths.usageGroup} params={{ orgId, usageRecordGroupId: id }}>
              <code>{id}</code>
            </PathLink>
          </li>
        ))}
      </ul>
      {count > most && <p className="text-quiet">The first {most} are listed.</p>}
    </Card>
  );
}
