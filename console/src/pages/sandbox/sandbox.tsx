import { useParams } from '@tanstack/react-router';
import { useOrganization } from '../../organization.ts';
import { paths } from '../../paths.ts';
import { Page } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { Clock } from './clock.tsx';
import { Faults } from './faults.tsx';
import { Upcoming } from './upcoming.tsx';

/** What plays the marketplaces of a test organization: its clock, and what is to go wrong there. */
export function SandboxPage() {
  const { orgId } = useParams({ from: paths.sandbox });
  const { organization } = useOrganization(orgId);
  if (organization?.environment !== 'TEST')
    return (
      <Page title="Sandbox">
        <Empty title="Only test organizations have one">
          <p>Here everything is sold in earnest.</p>
        </Empty>
      </Page>
    );
  return (
    <Page title="Sandbox">
      <p>The buyer is played on the page of an offer, and of an entitlement.</p>
      <Clock orgId={orgId} />
      <Upcoming orgId={orgId} />
      <Faults orgId={orgId} />
    </Page>
  );
}
