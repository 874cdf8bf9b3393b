import { tradepost } from '../../api.ts';
import { keys, useOrganization } from '../../organization.ts';
import { Card } from '../../ui/card.tsx';
import { useOnce } from '../../ui/change.ts';
import { Button, Row } from '../../ui/controls.tsx';
import { Failure } from '../../ui/states.tsx';

/** The organization's setting that requires a second factor of its members. */
export function RequiredSecondFactor({ orgId }: { orgId: string }) {
  const { organization, missingPermission } = useOrganization(orgId);
  const isRequired = organization?.requireSecondFactor === true;
  const change = useOnce(keys.organizations, () =>
    tradepost.in(orgId).organizations.update({ requireSecondFactor: !isRequired }),
  );
  return (
    <Card title="Second factor">
      <p>
        {isRequired
          ? 'Members need a sign-in with a second factor. API clients and single sign-on are not affected.'
          : 'Members can sign in with their password only.'}
      </p>
      {change.error && <Failure error={change.error} />}
      <Row>
        <Button
          reason={missingPermission('organization:write')}
          disabled={change.isPending}
          onClick={() => change.send()}
        >
          {isRequired ? 'Stop requiring a second factor' : 'Require a second factor'}
        </Button>
      </Row>
    </Card>
  );
}
