import { useQueries } from '@tanstack/react-query';
import type { OfferSet, WithId, WorkloadOffer } from '@tradepost/sdk';
import { tradepost } from '../../api.ts';
import { addOfferToOfferSet, removeOfferFromOfferSet } from '../../generated/offerSets.ts';
import { keys } from '../../organization.ts';
import { Card } from '../../ui/card.tsx';
import { withNames } from '../../ui/names-in-text.ts';
import { OperationButton } from '../../ui/operation/button.tsx';
import { RecordLink } from '../../ui/resource/index.ts';
import { ShortTable } from '../../ui/short-table.tsx';
import { Status } from '../../ui/status.tsx';

type Props = { orgId: string; record: WithId<OfferSet> };

/** The offers of a set, in the order in which they were added. */
export function OffersOfSet({ orgId, record: { id: offerSetId, offerIDs = [], status } }: Props) {
  const offers = useQueries({
    queries: offerIDs.map((id) => ({
      queryKey: keys.one(orgId, 'offers', id),
      queryFn: ({ signal }: { signal: AbortSignal }) => tradepost.in(orgId).offers.get(id, { signal }),
    })),
  });
  const rows: Partial<WithId<WorkloadOffer>>[] = offerIDs.map((id, at) => ({ id, ...offers[at]?.data }));
  const reason = status === 'DRAFT' ? undefined : 'The offers of a set can be changed only in a draft.';
  return (
    <Card
      title="Offers"
      isFlush
      actions={
        <OperationButton
          orgId={orgId}
          action={{
            operation: addOfferToOfferSet,
            label: 'Add an offer',
            submit: 'Add',
            help: withNames(
              'A private offer on marketplace A in draft, for the same buyer as the other offers.',
            ),
          }}
          row={undefined}
          params={{ offerSetId }}
          reason={reason}
        />
      }
    >
      {rows.length === 0 ? (
        <p className="px-4 py-3 text-quiet">The set has no offers. Add draft offers before you publish it.</p>
      ) : (
        <ShortTable
          label="Offers"
          isFlush
          rows={rows}
          keyOf={({ id = '' }) => id}
          columns={[
            {
              name: 'Name',
              cell: ({ id, name }) => (
                <RecordLink orgId={orgId} kind="offer" id={id}>
                  {name}
                </RecordLink>
              ),
            },
            { name: 'Status', cell: (offer) => <Status of={offer.status} /> },
            {
              name: 'Actions',
              cell: ({ id }) => (
                <OperationButton
                  orgId={orgId}
                  action={{ operation: removeOfferFromOfferSet, label: 'Remove' }}
                  row={undefined}
                  params={{ offerSetId, offerId: id }}
                  reason={reason}
                />
              ),
            },
          ]}
        />
      )}
    </Card>
  );
}
