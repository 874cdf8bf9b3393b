import { linesOf, type PassageSource, textsIn } from '../knowledge/index.ts';

/** The columns of a product that knowledge search reads. */
type Searched = {
  id: string;
  name: string | null;
  external_id: string | null;
  seller_notes: string | null;
  refund_policy: string | null;
  commits: string | null;
  dimensions: string | null;
  internal_note: string | null;
};

const listed = ['name', 'description', 'key'];

/** Products as knowledge search passages: a closed list of fields that `getProduct` also returns. */
export const productPassages: PassageSource = {
  type: 'PRODUCT',
  entityType: 'PRODUCT',
  atOnce: 200,
  load: async (scope, ids) => {
    const rows = await scope.query<Searched>({
      name: 'load_searched_products',
      text: `SELECT p.id,
             p.name,
             p.external_id,
             p.info ->> 'sellerNotes' AS seller_notes,
             p.info ->> 'refundCancellationPolicy' AS refund_policy,
             p.info -> 'commits' AS commits,
             p.info -> 'dimensions' AS dimensions,
             p.meta_info ->> 'internalNote' AS internal_note
           FROM product p WHERE p.organization_id = $1 AND p.id = ANY ($2) AND p.status <> 'DELETED'`,
      values: [scope.organizationId, ids],
    });
    return rows.map((row) => ({
      id: row.id,
      title: row.name ?? row.external_id ?? row.id,
      sections: linesOf(
        row.internal_note,
        row.seller_notes,
        row.refund_policy,
        ...textsIn(row.commits, listed),
        ...textsIn(row.dimensions, listed),
        row.external_id,
        row.id,
      ),
    }));
  },
  idsAfter: async (scope, after, limit) => {
    const rows = await scope.query<{ id: string }>({
      name: 'products_after',
      text: `SELECT p.id FROM product p WHERE p.organization_id = $1 AND p.id > $2 AND p.status <> 'DELETED'
             ORDER BY p.id LIMIT $3`,
      values: [scope.organizationId, after, limit],
    });
    return rows.map(({ id }) => id);
  },
};
