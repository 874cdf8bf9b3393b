import { useQuery } from '@tanstack/react-query';
import type { UsageLedgerEntry, WithId, WorkloadEntitlementTerm } from '@tradepost/sdk';
import { tradepost } from '../../api.ts';
import { keys, useNow, useOrganization } from '../../organization.ts';
import { Card } from '../../ui/card.tsx';
import { Chart, type Line } from '../../ui/chart.tsx';
import { money } from '../../ui/money.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { leftOf, usedUpAt } from './consumption.ts';

type Term = WithId<WorkloadEntitlementTerm>;
type Props = { orgId: string; entitlementId: string; term: Term; currency: string | undefined };

/** The maximum number of ledger entries that are read. The consumption of older entries is drawn as one step. */
const most = 5000;

/** A chart of the remaining commit and credit of a term, from its ledger. */
export function BurnDown({ orgId, entitlementId, term, currency }: Props) {
  const { missingPermission } = useOrganization(orgId);
  const now = useNow(orgId);
  const reason = missingPermission('metering:read');
  const { commitAmount = 0, creditAmount = 0 } = term;
  const isAny = commitAmount > 0 || creditAmount > 0;
  const { data, error, refetch } = useQuery({
    queryKey: keys.one(orgId, 'ledger', term.id),
    queryFn: ({ signal }) => readLedger(orgId, entitlementId, term.id, signal),
    enabled: reason === undefined && isAny,
  });
  if (!isAny)
    return (
      <Card title="Burn-down">
        <p>This term has no commit and no credit: all usage is charged.</p>
      </Card>
    );
  if (reason !== undefined)
    return (
      <Card title="Burn-down">
        <p>{reason}</p>
      </Card>
    );
  if (error && !data) return <Failure error={error} again={() => void refetch()} />;
  if (!data || !now) return <Loading />;
  return (
    <Card title="Burn-down">
      <Chart
        isPart
        title={`Commit and credit left, in ${currency ?? 'the currency of the offer'}`}
        lines={linesOf(term, data, now)}
        format={(value) => money(value, currency)}
        times="moments"
        now={now.toISOString()}
      />
      <Pace term={term} now={now} />
      <DirectUse term={term} />
      {data.length === most && (
        <p>The last {most.toLocaleString()} entries are shown by day; earlier ones are one step.</p>
      )}
    </Card>
  );
}

async function readLedger(
  orgId: string,
  entitlementId: string,
  termId: string,
  signal: AbortSignal,
): Promise<UsageLedgerEntry[]> {
  const entries: UsageLedgerEntry[] = [];
  const query = { order: 'desc', limit: 500 } as const;
  const ledger = tradepost.in(orgId).entitlements.listUsageLedger(entitlementId, termId, query, { signal });
  for await (const entry of ledger) {
    entries.push(entry);
    if (entries.length === most) break;
  }
  return entries;
}

/** Returns the remaining amounts, with a guide line of even use until the end of the term. */
function linesOf(term: Term, entries: readonly UsageLedgerEntry[], now: Date): Line[] {
  const { commitAmount = 0, creditAmount = 0, startTime, endTime } = term;
  const left = leftOf(term, entries, now);
  const line = (name: string, kind: 'commit' | 'credit'): Line => ({
    name,
    kind: 'step',
    points: left.map((point) => ({ start: point.start, value: point[kind] })),
  });
  const even: Line[] =
    commitAmount > 0 && startTime && endTime
      ? [
          {
            name: 'Even use',
            kind: 'guide',
            points: [
              { start: startTime, value: commitAmount },
              { start: endTime, value: 0 },
            ],
          },
        ]
      : [];
  return [
    ...(commitAmount > 0 ? [line('Commit left', 'commit')] : []),
    ...(creditAmount > 0 ? [line('Credit left', 'credit')] : []),
    ...even,
  ];
}

/** Explains a term whose usage is charged while its commit is not used. */
const DirectUse = ({
  term: { usedCommitAmount = 0, commitAmount = 0, reportedAmount = 0 },
}: {
  term: Term;
}) =>
  commitAmount > 0 && usedCommitAmount === 0 && reportedAmount > 0 ? (
    <p>No usage was paid from the commit: the usage was charged as overage.</p>
  ) : null;

/** Describes whether the commit lasts until the end of the term. */
function Pace({ term, now }: { term: Term; now: Date }) {
  const { commitAmount = 0, usedCommitAmount = 0, endTime } = term;
  const end = endTime ? new Date(endTime) : undefined;
  const usedUp = usedUpAt(term, now);
  if (!usedUp || (end && end <= now)) return null;
  const share = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 });
  return (
    <p>
      {share.format(usedCommitAmount / commitAmount)} of the commit is used.{' '}
      {usedCommitAmount < commitAmount &&
        (end && usedUp > end ? (
          'At this rate, some of it is left when the term ends.'
        ) : (
          <>
            At this rate, it lasts until <Time at={usedUp.toISOString()} only="day" />.
          </>
        ))}
    </p>
  );
}
