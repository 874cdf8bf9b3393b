import { useQuery } from '@tanstack/react-query';
import { tradepost } from '../../api.ts';
import { keys, useOrganization } from '../../organization.ts';
import { Card } from '../../ui/card.tsx';
import { useChange } from '../../ui/change.ts';
import { Switch } from '../../ui/inputs.tsx';
import { Failure } from '../../ui/states.tsx';

/** The setting whether the sandbox rejects incomplete offers. */
export function Strict({ orgId }: { orgId: string }) {
  const { organizationConfigInfo } = tradepost.in(orgId);
  const { missingPermission } = useOrganization(orgId);
  const { data, error } = useQuery({
    queryKey: keys.one(orgId, 'organizationConfigInfo', ''),
    queryFn: ({ signal }) => organizationConfigInfo.get({ signal }),
  });
  const change = useChange(orgId, (strict: boolean) =>
    organizationConfigInfo.update({ sandbox: { strict } }),
  );
  const { strict } = (data?.sandbox ?? {}) as { strict?: boolean };
  return (
    <Card
      title="Incomplete offers"
      help="The sandbox fills values that a marketplace requires, with a warning on the offer. In production, the marketplace rejects the offer."
    >
      {(error ?? change.error) && <Failure error={error ?? change.error} />}
      {data && (
        <Switch
          label="Reject incomplete offers, as in production"
          checked={strict === true}
          onChange={change.send}
          reason={missingPermission('organization:write')}
        />
      )}
    </Card>
  );
}
