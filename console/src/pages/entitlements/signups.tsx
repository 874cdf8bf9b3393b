import type { SignupConnection, WithId, WorkloadEntitlement } from '@tradepost/sdk';
import { listSignupConnections } from '../../generated/signupConnections.ts';
import { section } from '../../ui/resource/index.ts';
import { Section } from '../../ui/resource/section.tsx';
import { Time } from '../../ui/time.tsx';

type Entitlement = WithId<WorkloadEntitlement>;

const signups = section<Entitlement, WithId<SignupConnection>>({
  title: 'Sign-ups',
  operation: listSignupConnections,
  queryOf: ({ id }) => ({ entitlementId: id }),
  columns: [
    { name: 'Name', cell: ({ name, id }) => name || id },
    { name: 'Company', cell: ({ companyName }) => companyName },
    { name: 'E-mail address', cell: ({ emailAddress }) => emailAddress },
    { name: 'Signed up', cell: ({ creationTime }) => <Time at={creationTime} /> },
  ],
  empty: 'No user of the buyer has signed up yet.',
});

/** The users of the buyer who have signed up for an entitlement. */
export const Signups = ({ orgId, entitlement }: { orgId: string; entitlement: Entitlement }) => (
  <Section section={signups} orgId={orgId} params={{}} record={entitlement} />
);
