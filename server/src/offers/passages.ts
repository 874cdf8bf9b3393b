import { linesOf, type PassageSource, textsIn } from '../knowledge/index.ts';
import { searchedTexts } from '../marketplaces/index.ts';

/** Fields of an offer that search covers. */
type Searched = {
  id: string;
  name: string | null;
  external_id: string | null;
  seller_notes: string | null;
  refund_policy: string | null;
  notes: (string | null)[];
  commits: string | null;
  dimensions: string | null;
  internal_note: string | null;
  crm_a_opportunity: string | null;
  crm_a_quote: string | null;
  crm_b_deal: string | null;
  crm_c_opportunity: string | null;
};

const listed = ['name', 'description', 'key'];

/** Search passages of offers: a closed list of fields that `getOffer` returns. */
export const offerPassages: PassageSource = {
  type: 'OFFER',
  entityType: 'OFFER',
  atOnce: 200,
  load: async (scope, ids) => {
    const rows = await scope.query<Searched>({
      name: 'load_searched_offers',
      text: `SELECT o.id,
             o.name,
             o.external_id,
             o.info ->> 'sellerNotes' AS seller_notes,
             o.info ->> 'refundCancellationPolicy' AS refund_policy,
             array(SELECT o.info ->> name FROM unnest($3::text[]) WITH ORDINALITY AS field (name, place)
               ORDER BY place) AS notes,
             o.info -> 'commits' AS commits,
             o.info -> 'dimensions' AS dimensions,
             o.meta_info ->> 'internalNote' AS internal_note,
             o.meta_info ->> 'crmAOpportunityId' AS crm_a_opportunity,
             o.meta_info ->> 'crmAQuoteId' AS crm_a_quote,
             o.meta_info ->> 'crmBDealId' AS crm_b_deal,
             o.meta_info ->> 'crmCOpportunityId' AS crm_c_opportunity
           FROM offer o WHERE o.organization_id = $1 AND o.id = ANY ($2) AND o.status <> 'DELETED'`,
      values: [scope.organizationId, ids, searchedTexts],
    });
    return rows.map((row) => ({
      id: row.id,
      title: row.name ?? row.external_id ?? row.id,
      sections: linesOf(
        row.internal_note,
        row.seller_notes,
        ...row.notes,
        row.refund_policy,
        ...textsIn(row.commits, listed),
        ...textsIn(row.dimensions, listed),
        row.crm_a_opportunity,
        row.crm_a_quote,
        row.crm_b_deal,
        row.crm_c_opportunity,
        row.external_id,
        row.id,
      ),
    }));
  },
  idsAfter: async (scope, after, limit) => {
    const rows = await scope.query<{ id: string }>({
      name: 'offers_after',
      text: `SELECT o.id FROM offer o WHERE o.organization_id = $1 AND o.id > $2 AND o.status <> 'DELETED'
             ORDER BY o.id LIMIT $3`,
      values: [scope.organizationId, after, limit],
    });
    return rows.map(({ id }) => id);
  },
};
