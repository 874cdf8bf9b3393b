import type { IdentityApiClient, WithId } from '@tradepost/sdk';
import { allowApiClientInOrganization, disallowApiClientInOrganization } from '../../generated/apiClients.ts';
import { useOrganizations } from '../../organization.ts';
import { Card } from '../../ui/card.tsx';
import { CopyId } from '../../ui/copy-id.tsx';
import { OperationButton } from '../../ui/operation/button.tsx';
import { ShortTable } from '../../ui/short-table.tsx';

type Props = { orgId: string; record: WithId<IdentityApiClient> };

/** The organizations in which an API client may act. */
export function ClientOrganizations({ orgId, record }: Props) {
  const { data: known = [] } = useOrganizations();
  const ids = record.organizationIDs ?? [];
  const home = record.homeOrganizationID ?? orgId;
  const others = known.filter(({ id }) => !ids.includes(id)).map(({ id }) => id);
  return (
    <Card
      title="Organizations"
      isFlush
      actions={
        home === orgId && (
          <OperationButton
            orgId={orgId}
            action={{
              operation: {
                ...allowApiClientInOrganization,
                fields: (allowApiClientInOrganization.fields ?? []).map((field) =>
                  field.name === 'organizationID' ? { ...field, options: others, isRequired: true } : field,
                ),
              },
              label: 'Allow in another organization',
              submit: 'Allow',
              labels: { organizationID: 'Identifier of the organization' },
              start: { role: 'VIEWER' },
            }}
            row={record}
            params={{ apiClientId: record.id }}
          />
        )
      }
    >
      <ShortTable
        label="Organizations"
        isFlush
        rows={ids.length === 0 ? [home] : ids}
        keyOf={(id) => id}
        columns={[
          { name: 'Name', cell: (id) => known.find((one) => one.id === id)?.name ?? id },
          { name: 'Identifier', cell: (id) => <CopyId of={id} /> },
          {
            name: 'Actions',
            cell: (id) =>
              id === home ? (
                'Home'
              ) : (
                <OperationButton
                  orgId={orgId}
                  action={{
                    operation: disallowApiClientInOrganization,
                    label: 'Remove',
                    question: 'The client can no longer act in the organization.',
                  }}
                  row={record}
                  params={{ apiClientId: record.id, otherOrgId: id }}
                />
              ),
          },
        ]}
      />
    </Card>
  );
}
