import { useQuery } from '@tanstack/react-query';
import { tradepost } from '../../api.ts';
import { keys } from '../../organization.ts';
import { Chart } from '../../ui/chart.tsx';
import { Failure } from '../../ui/states.tsx';

/** A chart of the number of offers created on each of the last 30 days. */
export function Course({ orgId }: { orgId: string }) {
  const { data, error } = useQuery({
    queryKey: keys.list(orgId, 'series'),
    queryFn: ({ signal }) =>
      tradepost.in(orgId).series.get({ metric: 'offersCreated', by: 'day' }, { signal }),
    staleTime: 60_000,
  });
  if (error) return <Failure error={error} />;
  return <Chart title="Offers created, by day" lines={[{ name: 'Offers', points: data?.points ?? [] }]} />;
}
