import { useParams } from '@tanstack/react-router';
import { useOrganization } from '../../organization.ts';
import { paths } from '../../paths.ts';
import { Page } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { Clock } from './clock.tsx';
import { Faults } from './faults.tsx';
import { Books, Plays } from './marketplaces.tsx';
import { Strict } from './strict.tsx';
import { Upcoming } from './upcoming.tsx';

/** The sandbox page of a TEST organization, with its clock, the next due jobs, and the injected faults. */
export function SandboxPage() {
  const { orgId } = useParams({ from: paths.sandbox });
  const { organization } = useOrganization(orgId);
  if (organization?.environment !== 'TEST')
    return (
      <Page title="Sandbox">
        <Empty title="Only test organizations have a sandbox">
          <p>This is a production organization: orders are real.</p>
        </Empty>
      </Page>
    );
  return (
    <Page title="Sandbox">
      <p>To act as the buyer, open an offer or an entitlement.</p>
      <Clock orgId={orgId} />
      <Upcoming orgId={orgId} />
      <Plays orgId={orgId} />
      <Strict orgId={orgId} />
      <Faults orgId={orgId} />
      <Books orgId={orgId} />
    </Page>
  );
}
