import { linesOf, type PassageSource } from '../knowledge/index.ts';

/** The searchable fields of a buyer. */
type Searched = {
  id: string;
  name: string | null;
  description: string | null;
  external_id: string | null;
  customer_id: string | null;
  email_address: string | null;
  company: string | null;
  city: string | null;
  country: string | null;
  email_domain: string | null;
};

/** Buyers as search passages: a closed list of fields that `getBuyer` returns. */
export const buyerPassages: PassageSource = {
  type: 'BUYER',
  entityType: 'BUYER',
  atOnce: 200,
  load: async (scope, ids) => {
    const rows = await scope.query<Searched>({
      name: 'load_searched_buyers',
      text: `SELECT b.id,
             b.name,
             b.description,
             b.external_id,
             b.info ->> 'customerId' AS customer_id,
             b.info ->> 'emailAddress' AS email_address,
             b.info #>> '{companyInfo,name}' AS company,
             b.info #>> '{companyInfo,city}' AS city,
             b.info #>> '{companyInfo,country}' AS country,
             b.info #>> '{companyInfo,emailDomain}' AS email_domain
           FROM buyer b WHERE b.organization_id = $1 AND b.id = ANY ($2) AND b.status = 'ACTIVE'`,
      values: [scope.organizationId, ids],
    });
    return rows.map((row) => ({
      id: row.id,
      title: row.name ?? row.company ?? row.external_id ?? row.id,
      sections: linesOf(
        row.description,
        row.company,
        row.city,
        row.country,
        row.email_domain,
        row.email_address,
        row.customer_id,
        row.external_id,
        row.id,
      ),
    }));
  },
  idsAfter: async (scope, after, limit) => {
    const rows = await scope.query<{ id: string }>({
      name: 'buyers_after',
      text: `SELECT b.id FROM buyer b WHERE b.organization_id = $1 AND b.id > $2 AND b.status = 'ACTIVE'
             ORDER BY b.id LIMIT $3`,
      values: [scope.organizationId, after, limit],
    });
    return rows.map(({ id }) => id);
  },
};
