import { useQuery } from '@tanstack/react-query';
import type { CommitDimension, WithId, WorkloadProduct } from '@tradepost/sdk';
import { tradepost } from '../../api.ts';
import { keys } from '../../organization.ts';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { ShortTable } from '../../ui/short-table.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { nameOf } from '../../ui/words.ts';

type Props = { orgId: string; record: WithId<WorkloadProduct> };

const periodOf = ({ length, timeUnit, term }: CommitDimension): string =>
  term || (length ? `${length} ${nameOf(timeUnit).toLowerCase()}${length === 1 ? '' : 's'}` : 'Once');

/** The flat fees of a product at list price. */
export function Commits({ record: { info } }: Props) {
  const commits = info?.commits ?? [];
  return (
    <Card title="Plans and prices" isFlush>
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
            { name: 'Quantity', align: 'end', cell: ({ quantity }) => quantity },
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
