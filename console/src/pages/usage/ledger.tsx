import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import type { UsageLedgerEntry } from '@tradepost/sdk';
import { tradepost } from '../../api.ts';
import { listUsageLedger } from '../../generated/entitlements.ts';
import { keys, useOrganization } from '../../organization.ts';
import { paths } from '../../paths.ts';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { PathLink, RecordLink } from '../../ui/resource/index.ts';
import { Section } from '../../ui/resource/section.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { Badge } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import { nameOf } from '../../ui/words.ts';
import { quantity } from './quantities.tsx';

/** What an entry of the ledger does with units. */
const types: Readonly<Record<string, string>> = {
  USAGE: 'Used',
  INCLUDED: 'Included in the price',
  CREDIT: 'Paid by credit',
  COMMIT: 'Paid by the commit',
  LIST_PRICE: 'Added, as usage above the commit costs the list price',
  CARRY: 'Kept for the next report',
  REPORTED: 'Accepted by the marketplace',
  RETURNED: 'Withdrawn at the marketplace',
  WRITTEN_OFF: 'Not charged',
};

type LedgerProps = {
  orgId: string;
  entitlementId: string;
  termId: string;
  currency: string | undefined;
};

/** The ledger of a term: how each used unit was settled, newest first. */
export const UsageLedger = ({ orgId, entitlementId, termId, currency }: LedgerProps) => (
  <Section
    orgId={orgId}
    params={{ entitlementId, entitlementTermId: termId }}
    record={undefined}
    section={{
      title: 'Usage ledger',
      operation: listUsageLedger,
      query: { order: 'desc' },
      empty: 'No usage of this term is settled yet. Usage is settled every hour.',
      keyOf: ({ position }: UsageLedgerEntry) => `${position}`,
      columns: [
        {
          name: 'Hour of use',
          width: 'time',
          cell: ({ usageHour, periodStart, creationTime }: UsageLedgerEntry) => (
            <Time at={usageHour ?? periodStart ?? creationTime} />
          ),
        },
        { name: 'Dimension', cell: ({ dimension }: UsageLedgerEntry) => dimension },
        {
          name: 'Entry',
          cell: ({ type = '', message }: UsageLedgerEntry) => (
            <>
              <Badge>{types[type] ?? nameOf(type)}</Badge>
              {message && <p className="text-sm text-quiet">{message}</p>}
            </>
          ),
        },
        { name: 'Quantity', align: 'end', cell: (entry: UsageLedgerEntry) => quantity(entry.quantity) },
        {
          name: 'Amount',
          width: 'amount',
          align: 'end',
          cell: ({ amount }: UsageLedgerEntry) => <Money of={amount} in={currency} />,
        },
        {
          name: 'Report',
          cell: ({ usageRecordReportID: id }: UsageLedgerEntry) =>
            id ? (
              <RecordLink orgId={orgId} kind="usageReport" id={id}>
                Open
              </RecordLink>
            ) : (
              '–'
            ),
        },
      ],
    }}
  />
);

/** The page of an entitlement's ledger, for the term in the address or, by default, the current term. */
export function ListPage() {
  const { orgId, entitlementId } = useParams({ strict: false }) as Record<'orgId' | 'entitlementId', string>;
  const { term } = useSearch({ strict: false }) as { term?: string };
  const { missingPermission } = useOrganization(orgId);
  const { data, error, refetch } = useQuery({
    queryKey: keys.one(orgId, 'entitlements', entitlementId),
    queryFn: ({ signal }) => tradepost.in(orgId).entitlements.get(entitlementId, { signal }),
  });
  if (error && !data) return <Failure error={error} again={() => void refetch()} />;
  if (!data) return <Loading />;
  const termId = term ?? data.entitlementTermID;
  const reason = missingPermission('metering:read');
  return (
    <Page
      title="Usage ledger"
      crumbs={[
        <PathLink key="entitlement" path={paths.entitlement} params={{ orgId, entitlementId }}>
          {data.name || entitlementId}
        </PathLink>,
      ]}
    >
      {reason && <p>{reason}</p>}
      {!reason && !termId && <p>The entitlement has no term yet, so that no usage is settled.</p>}
      {!reason && termId && (
        <UsageLedger
          orgId={orgId}
          entitlementId={entitlementId}
          termId={termId}
          currency={data.info?.currency}
        />
      )}
    </Page>
  );
}
