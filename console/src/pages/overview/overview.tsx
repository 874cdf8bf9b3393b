import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { Overview } from '@tradepost/sdk';
import { Plus } from 'lucide-react';
import { tradepost } from '../../api.ts';
import { keys, useOrganization } from '../../organization.ts';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../ui/controls.tsx';
import { Columns, Page } from '../../ui/page.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { Attention } from './attention.tsx';
import { ContractValue } from './contract-value.tsx';
import { Numbers } from './numbers.tsx';
import { Revenue } from './revenue.tsx';
import { States } from './states.tsx';
import { FirstSteps } from './steps.tsx';

/** The overview of an organization, with records that need attention, totals, and the onboarding checklist. */
export function OverviewPage() {
  const { orgId } = useParams({ from: paths.overview });
  const { organization, missingPermission } = useOrganization(orgId);
  const { data, error, refetch } = useQuery({
    queryKey: keys.list(orgId, 'overview'),
    queryFn: ({ signal }) => tradepost.in(orgId).overview.get({ signal }),
    // The service caches the overview for 10 s, so recent changes appear after that.
    refetchInterval: 10_000,
  });
  return (
    <Page
      title={organization?.name ?? 'Overview'}
      actions={
        missingPermission('offers:write') === undefined && (
          <LinkButton to={paths.newOffer} params={{ orgId }} kind="primary" icon={Plus}>
            New offer
          </LinkButton>
        )
      }
    >
      {error && <Failure error={error} again={() => void refetch()} />}
      {!data && !error && <Loading lines={9} />}
      {data && (
        <>
          <Numbers orgId={orgId} data={data} />
          <Columns
            side={
              <>
                <FirstSteps orgId={orgId} steps={data.checklist} />
                <States orgId={orgId} noun="offers" byStatus={data.offers.byStatus} />
                <States orgId={orgId} noun="entitlements" byStatus={data.entitlements.byStatus} />
              </>
            }
          >
            <Attention orgId={orgId} rows={data.attention} />
            <ContractValue of={data.entitlements.contractValue} />
            <Revenue orgId={orgId} currencies={currenciesOf(data)} />
          </Columns>
          <p className="text-sm text-quiet">
            Counted <Time at={data.asOf} />.
          </p>
        </>
      )}
    </Page>
  );
}

/** Returns the currencies of sales and offers, starting with the currencies of active entitlements. */
const currenciesOf = ({ offers, entitlements }: Overview): string[] => [
  ...new Set([...entitlements.annualized, ...offers.open].map(({ currency }) => currency)),
];
