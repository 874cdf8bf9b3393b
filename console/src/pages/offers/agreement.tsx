import { useQuery } from '@tanstack/react-query';
import { answerOf, type WithId, type WorkloadOffer } from '@tradepost/sdk';
import { isStatus, tradepost } from '../../api.ts';
import { keys, useOrganization } from '../../organization.ts';
import { Card } from '../../ui/card.tsx';
import { useChange } from '../../ui/change.ts';
import { Button } from '../../ui/controls.tsx';
import { Refusal } from '../../ui/refusal.tsx';
import { SafeLink } from '../../ui/safe-link.tsx';
import { ShortTable } from '../../ui/short-table.tsx';
import { Attach } from './attach.tsx';
import { documentsOf, fileIdOf, sizeInWords, withDocument, withoutDocument } from './document-list.ts';
import { linkRefetchOptions } from './renewed.ts';

type Props = { orgId: string; offer: WithId<WorkloadOffer> };

/** The license agreement of an offer, with its documents, which can be attached and removed. */
export function Agreement({ orgId, offer }: Props) {
  const documents = documentsOf(offer);
  const reason = useMayNotChange(orgId, offer);
  const change = useChange(orgId, (info: ReturnType<typeof withoutDocument>) =>
    tradepost.in(orgId).offers.update(offer.id, { info }, { ifMatch: answerOf(offer)?.etag }),
  );
  return (
    <Card title="License agreement">
      <p>{inWords(offer, documents.length)}</p>
      {documents.length > 0 && (
        <ShortTable
          label="Documents of the license agreement"
          rows={documents.map((document, at) => ({ document, at }))}
          keyOf={({ document, at }) => `${at} ${document}`}
          columns={[
            { name: 'Document', cell: ({ document }) => <Document orgId={orgId} document={document} /> },
            {
              name: 'Change',
              cell: ({ at }) => (
                <Button
                  reason={reason}
                  disabled={change.isPending}
                  onClick={() => change.send(withoutDocument(offer, at))}
                >
                  Remove
                </Button>
              ),
            },
          ]}
        />
      )}
      <Refusal label="Why the agreement was not changed" error={change.error} />
      <Attach
        orgId={orgId}
        attached={documents}
        reason={reason}
        isPending={change.isPending}
        onAttach={(fileId) => change.send(withDocument(offer, fileId))}
      />
    </Card>
  );
}

/** Describes the type of agreement. */
function inWords({ info }: WorkloadOffer, documents: number): string {
  const { eulaType, attachEulaType } = info ?? {};
  if (eulaType === 'CUSTOM')
    return attachEulaType
      ? `The standard agreement ${attachEulaType} of the marketplace, and documents of your own.`
      : 'Documents of your own. Several become one when the offer is created.';
  if (eulaType) return `${eulaType} of the marketplace. A document that is attached is added to it.`;
  return documents > 0 ? 'No license agreement is set.' : 'No license agreement chosen.';
}

/** Returns the reason why the documents cannot be changed, from the offer's list of actions. */
function useMayNotChange(orgId: string, { id, status }: WithId<WorkloadOffer>): string | undefined {
  const { missingPermission } = useOrganization(orgId);
  const { data } = useQuery({
    queryKey: [...keys.one(orgId, 'offers', id), 'actions', status],
    queryFn: ({ signal }) => tradepost.in(orgId).offers.listActions(id, { signal }),
  });
  const action = data?.find(({ name }) => name === 'update');
  return (
    missingPermission('offers:write') ??
    (action?.possible === false ? (action.reason ?? undefined) : undefined)
  );
}

/** Shows the name of a document that is a file of the organization, otherwise its URL. */
function Document({ orgId, document }: { orgId: string; document: string }) {
  const { missingPermission } = useOrganization(orgId);
  const fileId = fileIdOf(document);
  const { data, error } = useQuery({
    queryKey: keys.one(orgId, 'files', fileId ?? ''),
    queryFn: ({ signal }) => tradepost.in(orgId).files.get(fileId ?? '', { signal }),
    enabled: fileId !== undefined && missingPermission('files:read') === undefined,
    ...linkRefetchOptions,
  });
  if (fileId === undefined) return <SafeLink to={document} />;
  if (!data)
    return (
      <>
        <code>{fileId}</code> {isStatus(error, 404) && '(the file was deleted)'}
      </>
    );
  return (
    <>
      {data.url ? <SafeLink to={data.url}>{data.name}</SafeLink> : data.name}, {sizeInWords(data.size ?? 0)}
    </>
  );
}
