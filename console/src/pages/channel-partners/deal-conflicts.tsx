import { useQuery } from '@tanstack/react-query';
import type { DealConflict } from '@tradepost/sdk';
import { tradepost } from '../../api.ts';
import { listDealRegistrationConflicts } from '../../generated/dealRegistrations.ts';
import { Card } from '../../ui/card.tsx';
import { EntityLink } from '../../ui/resource/entity-link.tsx';
import { RecordLinks } from '../../ui/resource/links.tsx';
import { readKey } from '../../ui/resource/read.ts';
import { ShortTable } from '../../ui/short-table.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { Status } from '../../ui/status.tsx';
import { nameOf } from '../../ui/words.ts';
import type { Deal } from './deal-columns.tsx';

/** The words for the property of the customer that another record shares. */
const reasons: Readonly<Record<string, string>> = {
  DOMAIN: 'Same domain',
  ACCOUNT: 'Same account at a marketplace',
  CRM_ACCOUNT: 'Same account in the CRM',
};

/** The records that concern the same customer: other deals, offers and entitlements. */
export function Conflicts({ orgId, record: { id } }: { orgId: string; record: Deal }) {
  const { data, error } = useQuery({
    queryKey: readKey(orgId, listDealRegistrationConflicts, { id }),
    queryFn: ({ signal }) => tradepost.in(orgId).dealRegistrations.listConflicts(id, { signal }),
  });
  const rows: readonly DealConflict[] = data?.conflicts ?? [];
  return (
    <Card title="Conflicts" isFlush help="Other records about the same customer and product">
      {error ? (
        <Failure error={error} />
      ) : !data ? (
        <Loading />
      ) : rows.length === 0 ? (
        <p className="px-4 py-3 text-quiet">No conflicts.</p>
      ) : (
        <ShortTable
          label="Conflicts"
          isFlush
          rows={rows}
          keyOf={({ kind, id: other }) => `${kind} ${other}`}
          columns={[
            {
              name: 'Record',
              cell: ({ kind, id: other, name }) => (
                <EntityLink orgId={orgId} type={kind} id={other} name={name} />
              ),
            },
            { name: 'Reason', cell: ({ reason = '' }) => reasons[reason] ?? nameOf(reason) },
            { name: 'Status', cell: ({ status }) => <Status of={status} /> },
            {
              name: 'Products',
              cell: ({ productIds = [] }) => <RecordLinks orgId={orgId} kind="product" ids={productIds} />,
            },
          ]}
        />
      )}
    </Card>
  );
}
