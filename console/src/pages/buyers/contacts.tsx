import { useQueries } from '@tanstack/react-query';
import type { IdentityBuyer, IdentityContact, WithId } from '@tradepost/sdk';
import { tradepost } from '../../api.ts';
import { addContactToBuyer, getContact, removeContactFromBuyer } from '../../generated/contacts.ts';
import { Card } from '../../ui/card.tsx';
import { OperationButton } from '../../ui/operation/button.tsx';
import { RecordLink } from '../../ui/resource/index.ts';
import { readKey } from '../../ui/resource/read.ts';
import { ShortTable } from '../../ui/short-table.tsx';

type Props = { orgId: string; record: WithId<IdentityBuyer> };

/** The contacts of a buyer, in the order of linking. */
export function BuyerContacts({ orgId, record }: Props) {
  const ids = record.contactIds ?? [];
  const contacts = useQueries({
    queries: ids.map((contactId) => ({
      queryKey: readKey(orgId, getContact, { contactId }),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        tradepost.in(orgId).contacts.get(contactId, { signal }),
    })),
  });
  const rows: Partial<WithId<IdentityContact>>[] = ids.map((id, at) => ({ id, ...contacts[at]?.data }));
  return (
    <Card
      title="Contacts"
      isFlush
      actions={
        <OperationButton
          orgId={orgId}
          action={{ operation: addContactToBuyer, label: 'Link a contact' }}
          row={record}
          params={{ buyerId: record.id }}
        />
      }
    >
      {rows.length === 0 ? (
        <p className="px-4 py-3 text-quiet">No contacts are linked.</p>
      ) : (
        <ShortTable
          label="Contacts"
          isFlush
          rows={rows}
          keyOf={({ id = '' }) => id}
          columns={[
            {
              name: 'Name',
              cell: ({ id, name, emailAddress }) => (
                <RecordLink orgId={orgId} kind="contact" id={id}>
                  {name || emailAddress}
                </RecordLink>
              ),
            },
            { name: 'E-mail address', cell: ({ emailAddress }) => emailAddress },
            {
              name: 'Actions',
              cell: (row) => (
                <OperationButton
                  orgId={orgId}
                  action={{ operation: removeContactFromBuyer, label: 'Unlink' }}
                  row={row}
                  params={{ buyerId: record.id, contactId: row.id }}
                />
              ),
            },
          ]}
        />
      )}
    </Card>
  );
}
