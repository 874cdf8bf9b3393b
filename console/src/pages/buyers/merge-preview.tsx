import { useQueries } from '@tanstack/react-query';
import { answerOf, type IdentityBuyer, type WithId } from '@tradepost/sdk';
import { tradepost } from '../../api.ts';
import { keys } from '../../organization.ts';
import type { Json } from '../../ui/form/pointers.ts';

type Props = { orgId: string; row: WithId<IdentityBuyer>; values: Json };

/** What a merge moves: the numbers of offers, entitlements and contacts of each selected buyer. */
export function MergePreview({ orgId, row, values }: Props) {
  const ids = [...new Set(Array.isArray(values.buyerIds) ? values.buyerIds.map(String) : [])];
  const found = useQueries({
    queries: ids.map((id) => ({
      queryKey: keys.one(orgId, 'buyers', `merge of ${id}`),
      queryFn: () => readMoved(orgId, id),
    })),
  });
  if (ids.length === 0) return null;
  return (
    <section aria-live="polite">
      <h3>The merge moves to {row.name || row.id}</h3>
      <ul>
        {ids.map((id, at) => {
          const moved = found[at]?.data;
          return (
            <li key={id}>
              {moved
                ? `${moved.name}: ${moved.offers} offers, ${moved.entitlements} entitlements, ${moved.contacts} contacts, and the accounts at marketplaces`
                : found[at]?.error
                  ? `${id}: no such buyer`
                  : 'Loading …'}
            </li>
          );
        })}
      </ul>
      <p>A merge cannot be undone.</p>
    </section>
  );
}

async function readMoved(orgId: string, buyerId: string) {
  const { buyers, offers } = tradepost.in(orgId);
  const [buyer, offered, entitled] = await Promise.all([
    buyers.get(buyerId),
    offers.list({ buyerId, limit: 1, count: true, fields: ['id'] }),
    buyers.listEntitlements(buyerId, { limit: 1, count: true }),
  ]);
  return {
    name: buyer.name || buyerId,
    offers: answerOf(offered)?.total ?? 0,
    entitlements: answerOf(entitled)?.total ?? 0,
    contacts: buyer.contactIds?.length ?? 0,
  };
}
