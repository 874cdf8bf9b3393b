import { linesOf, type PassageSource, textsIn } from '../knowledge/index.ts';

/** The fields of an entitlement that knowledge search covers. */
type Searched = {
  id: string;
  name: string | null;
  external_id: string | null;
  external_buyer_id: string | null;
  vendor_name: string | null;
  seller_notes: string | null;
  refund_policy: string | null;
  addons: string | null;
  commits: string | null;
  dimensions: string | null;
  internal_note: string | null;
  crm_a_opportunity: string | null;
  crm_a_quote: string | null;
  crm_b_deal: string | null;
  crm_c_opportunity: string | null;
};

const listed = ['name', 'description', 'key'];

/** The text of entitlements for knowledge search: a closed list of fields that `getEntitlement` returns. */
export const entitlementPassages: PassageSource = {
  type: 'ENTITLEMENT',
  entityType: 'ENTITLEMENT',
  atOnce: 200,
  load: async (scope, ids) => {
    const rows = await scope.query<Searched>({
      name: 'load_searched_entitlements',
      text: `SELECT e.id,
             e.name,
             e.external_id,
             e.external_buyer_id,
             e.info ->> 'vendorName' AS vendor_name,
             e.info ->> 'sellerNotes' AS seller_notes,
             e.info ->> 'refundCancellationPolicy' AS refund_policy,
             e.info -> 'addons' AS addons,
             e.info -> 'commits' AS commits,
             e.info -> 'dimensions' AS dimensions,
             e.meta_info ->> 'internalNote' AS internal_note,
             e.meta_info ->> 'crmAOpportunityId' AS crm_a_opportunity,
             e.meta_info ->> 'crmAQuoteId' AS crm_a_quote,
             e.meta_info ->> 'crmBDealId' AS crm_b_deal,
             e.meta_info ->> 'crmCOpportunityId' AS crm_c_opportunity
           FROM entitlement e WHERE e.organization_id = $1 AND e.id = ANY ($2) AND e.status <> 'DELETED'`,
      values: [scope.organizationId, ids],
    });
    return rows.map((row) => ({
      id: row.id,
      title: row.name ?? row.external_id ?? row.id,
      sections: linesOf(
        row.internal_note,
        row.seller_notes,
        row.vendor_name,
        row.refund_policy,
        ...textsIn(row.addons, listed),
        ...textsIn(row.commits, listed),
        ...textsIn(row.dimensions, listed),
        row.crm_a_opportunity,
        row.crm_a_quote,
        row.crm_b_deal,
        row.crm_c_opportunity,
        row.external_buyer_id,
        row.external_id,
        row.id,
      ),
    }));
  },
  idsAfter: async (scope, after, limit) => {
    const rows = await scope.query<{ id: string }>({
      name: 'entitlements_after',
      text: `SELECT e.id FROM entitlement e WHERE e.organization_id = $1 AND e.id > $2 AND e.status <> 'DELETED'
             ORDER BY e.id LIMIT $3`,
      values: [scope.organizationId, after, limit],
    });
    return rows.map(({ id }) => id);
  },
};
