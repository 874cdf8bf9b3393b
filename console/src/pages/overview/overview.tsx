import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { Overview } from '@tradepost/sdk';
import { tradepost } from '../../api.ts';
import { keys, useOrganization } from '../../organization.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { LinkButton, Row } from '../../ui/controls.tsx';
import { money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { inWords } from '../../ui/words.ts';
import { Attention } from './attention.tsx';
import { Course } from './course.tsx';
import { Revenue } from './revenue.tsx';

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
    <Page title={organization?.name ?? 'Overview'}>
      <Row>
        {missingPermission('offers:write') === undefined && (
          <LinkButton to={paths.newOffer} params={{ orgId }} kind="primary">
            New offer
          </LinkButton>
        )}
      </Row>
      {error && <Failure error={error} again={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && (
        <>
          <FirstSteps steps={data.checklist} />
          <Attention orgId={orgId} rows={data.attention} />
          <Counts orgId={orgId} noun="offers" byStatus={data.offers.byStatus} />
          <Sums title="Offers awaiting acceptance" sums={data.offers.open} />
          <Counts orgId={orgId} noun="entitlements" byStatus={data.entitlements.byStatus} />
          <Sums title="Annualized contract value" sums={data.entitlements.annualized} />
          <Revenue orgId={orgId} currencies={currenciesOf(data)} />
          <Course orgId={orgId} />
          <p>
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

const words: Readonly<Record<string, string>> = {
  integration: 'Connect a marketplace',
  product: 'Add a product',
  offer: 'Create an offer',
  entitlement: 'Get an offer accepted',
  notification: 'Set up notifications',
  crm: 'Connect a CRM',
};

/** The onboarding checklist of a new organization, hidden when it is complete. */
const FirstSteps = ({ steps }: { steps: Overview['checklist'] }) =>
  steps.some(({ done, skipped }) => !done && !skipped) && (
    <Card title="First steps">
      <ul>
        {steps.map(({ step, done, skipped }) => (
          <li key={step}>
            {words[step] ?? inWords(step)}: {done ? 'done' : skipped ? 'skipped' : 'to be done'}
          </li>
        ))}
      </ul>
    </Card>
  );

type CountsProps = { orgId: string; noun: 'offers' | 'entitlements'; byStatus: Record<string, number> };

const Counts = ({ orgId, noun, byStatus }: CountsProps) => (
  <Card title={inWords(noun)}>
    {Object.keys(byStatus).length === 0 && <p>None yet.</p>}
    <ul>
      {Object.entries(byStatus).map(([status, count]) => (
        <li key={status}>
          <Link to={paths[noun]} params={{ orgId }} search={{ status }}>
            {inWords(status)}
          </Link>
          : {count}
        </li>
      ))}
    </ul>
  </Card>
);

const Sums = ({ title, sums }: { title: string; sums: Overview['offers']['open'] }) =>
  sums.length > 0 && (
    <Card title={title}>
      <ul>
        {sums.map(({ currency, count, amount }) => (
          <li key={currency}>
            {money(amount, currency)} in {count}
          </li>
        ))}
      </ul>
    </Card>
  );
