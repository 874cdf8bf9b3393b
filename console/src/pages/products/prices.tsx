import { useQuery } from '@tanstack/react-query';
import type { CommitDimension, WithId, WorkloadProduct } from '@tradepost/sdk';
import { Plus } from 'lucide-react';
import { tradepost } from '../../api.ts';
import { keys, useOrganization } from '../../organization.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/controls.tsx';
import { Money } from '../../ui/money.tsx';
import { ShortTable } from '../../ui/short-table.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { nameOf } from '../../ui/words.ts';

type Props = { orgId: string; record: WithId<WorkloadProduct> };

const periodOf = ({ length, timeUnit, term }: CommitDimension): string =>
  term ||
  (length
    ? `${length} ${timeUnit ? nameOf(timeUnit).toLowerCase() : 'period'}${length === 1 ? '' : 's'}`
    : 'Once');

/** The flat fees of a product at list price. */
export function Commits({ orgId, record: { id, info, partner, status } }: Props) {
  const commits = info?.commits ?? [];
  const { missingPermission } = useOrganization(orgId);
  const isSold = status !== 'DRAFT' && missingPermission('offers:write') === undefined;
  return (
    <Card
      title="Plans and prices"
      isFlush
      actions={
        isSold && (
          <LinkButton
            to={paths.newOffer}
            params={{ orgId }}
            search={{ partner: partner ?? '', productId: id }}
            icon={Plus}
          >
            New offer
          </LinkButton>
        )
      }
    >
      {commits.length === 0 ? (
        <p className="px-4 py-3 text-quiet">The product has no list prices.</p>
      ) : (
        <ShortTable
          label="Plans and prices"
          isFlush
          rows={commits}
          keyOf={({ key }, at) => `${at} ${key}`}
          columns={[
            { name: 'Name', cell: ({ name, key }) => name || key },
            { name: 'Type', cell: ({ type }) => nameOf(type) },
            { name: 'Period', cell: periodOf },
            { name: 'Quantity', align: 'end', cell: ({ quantity }) => (quantity || 1).toLocaleString() },
            { name: 'Price', align: 'end', cell: ({ rate }) => <Money of={rate} in={info?.currency} /> },
          ]}
        />
      )}
    </Card>
  );
}

/** The dimensions in which usage of a product is metered. */
export function Dimensions({ orgId, record: { id, info } }: Props) {
  const { data, error, refetch } = useQuery({
    queryKey: keys.one(orgId, 'products', `dimensions of ${id}`),
    queryFn: ({ signal }) => tradepost.in(orgId).products.listMeteringDimensions(id, { signal }),
  });
  return (
    <Card title="Metering dimensions" isFlush>
      {error && <Failure error={error} again={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data?.length === 0 && <p className="px-4 py-3 text-quiet">Usage of this product is not metered.</p>}
      {data && data.length > 0 && (
        <ShortTable
          label="Metering dimensions"
          isFlush
          rows={data}
          keyOf={({ key, planId }, at) => `${at} ${planId} ${key}`}
          columns={[
            { name: 'Name', cell: ({ name, key }) => name || key },
            { name: 'API name', cell: ({ key }) => <code>{key}</code> },
            { name: 'Plan', cell: ({ planName, planId }) => planName || planId },
            { name: 'Price', align: 'end', cell: ({ rate }) => <Money of={rate} in={info?.currency} /> },
          ]}
        />
      )}
    </Card>
  );
}
