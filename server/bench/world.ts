import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { createClient, createOrganization } from '../src/organizations/index.ts';
import type { NewClient } from '../src/organizations/wiring.ts';
import { openDatabase } from '../src/platform/database/database.ts';
import { createIds } from '../src/platform/ids.ts';
import type { World } from './requests.ts';
import { placeholder, sampleOffer } from './sample.ts';

export type Seller = { id: string; client: NewClient };

/** Creates organizations with an API client each, through the program's functions. */
export async function createSellers(
  connectionString: string,
  count: number,
  environment: 'TEST' | 'PROD' = 'TEST',
): Promise<Seller[]> {
  const database = await openDatabase({ connectionString, poolSize: 2, pipelines: 1, onError: () => {} });
  const newId = createIds();
  try {
    return await database.transaction(async (queryable) => {
      const sellers: Seller[] = [];
      for (let index = 0; index < count; index++) {
        const now = new Date();
        const name = `Seller ${index}`;
        const id = await createOrganization(queryable, newId, now, { name, environment });
        const input = { organizationId: id, name: 'Benchmark', role: 'ADMIN' as const, now };
        sellers.push({ id, client: await createClient(queryable, { newId, randomBytes }, input) });
      }
      return sellers;
    }, 'system');
  } finally {
    await database.close();
  }
}

const common = `
  ($1::text[])[1 + n % cardinality($1)] AS organization_id, lpad(n::text, 26, '0') AS suffix,
  replace($2, $4, md5(n::text))::jsonb AS info, replace($3, $4, md5(n::text))::jsonb AS meta_info,
  timestamptz '2026-01-01' + n * interval '1 second' AS creation_time
  FROM generate_series($5::integer, $6::integer) AS n`;

const inserts = [
  `INSERT INTO offer (organization_id, id, name, partner, service, product_id, product_type, buyer_id, contact_ids,
     offer_type, pricing_type, channel_type, external_id, status, info, meta_info, end_time, expire_time, created_by,
     last_updated_by, creation_time, last_update_time)
   SELECT organization_id, 'ofr_' || suffix, 'Analytics platform ' || suffix, 'MKA', 'MARKETPLACE', 'prd_' || suffix,
     'SAAS', 'byr_' || suffix, ARRAY['con_' || suffix], 'PRIVATE', 'CONTRACT', 'DIRECT', 'offer-' || suffix,
     'ACCEPTED', info, meta_info, creation_time + interval '1 year', creation_time + interval '30 days',
     'cli_' || suffix, 'cli_' || suffix, creation_time, creation_time FROM (SELECT ${common}) AS made`,
  `INSERT INTO entitlement (organization_id, id, name, type, partner, service, offer_id, product_id, buyer_id,
     entitlement_term_id, external_id, external_buyer_id, external_product_id, status, info, meta_info, start_time,
     end_time, creation_time, last_update_time)
   SELECT organization_id, 'ent_' || suffix, 'Analytics platform ' || suffix, 'SAAS', 'MKA', 'MARKETPLACE',
     'ofr_' || suffix, 'prd_' || suffix, 'byr_' || suffix, 'trm_' || suffix, 'agreement-' || suffix,
     'buyer-' || suffix, 'product-' || suffix, 'ACTIVE', info, meta_info, creation_time,
     creation_time + interval '1 year', creation_time, creation_time FROM (SELECT ${common}) AS made`,
  `INSERT INTO entitlement_term (organization_id, id, entitlement_id, external_entitlement_id, offer_id, product_id,
     buyer_id, partner, service, info, entitlement_info, commit_amount, credit_amount, reported_amount,
     used_commit_amount, used_credit_amount, start_time, end_time, creation_time, last_update_time)
   SELECT organization_id, 'trm_' || suffix, 'ent_' || suffix, 'agreement-' || suffix, 'ofr_' || suffix,
     'prd_' || suffix, 'byr_' || suffix, 'MKA', 'MARKETPLACE', meta_info, info, 25210.5, 0, 120.25, 120.25, 0,
     creation_time, creation_time + interval '1 year', creation_time, creation_time FROM (SELECT ${common}) AS made`,
];

/** Inserts offers and entitlements with their terms, distributed evenly over the organizations. */
export async function loadRows(
  connectionString: string,
  sellers: readonly Seller[],
  rows: number,
): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { info, metaInfo } = sampleOffer;
    const texts = [sellers.map(({ id }) => id), JSON.stringify(info), JSON.stringify(metaInfo), placeholder];
    for (let first = 0; first < rows; first += 10_000)
      for (const insert of inserts)
        await client.query(insert, [...texts, first, Math.min(rows, first + 10_000) - 1]);
    await client.query('VACUUM (ANALYZE) offer, entitlement, entitlement_term');
    await client.query('CHECKPOINT');
  } finally {
    await client.end();
  }
}

/** Counts the rows created since loading: each offer must have an event, a creation and a job. */
export async function countCreated(connectionString: string, rows: number): Promise<Record<string, number>> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows: counts } = await client.query(
      `SELECT (SELECT count(*) FROM offer) - $1 AS offers, (SELECT count(*) FROM job) AS jobs,
         (SELECT count(*) FROM event WHERE entity_type = 'OFFER') AS events,
         (SELECT count(*) FROM offer_creation) AS creations`,
      [rows],
    );
    return Object.fromEntries(Object.entries(counts[0]).map(([name, count]) => [name, Number(count)]));
  } finally {
    await client.end();
  }
}

/** Exchanges each client's credentials for a token, like a caller. */
export async function openWorld(baseUrl: string, sellers: readonly Seller[], rows: number): Promise<World> {
  const organizations: World['organizations'][number][] = [];
  for (const { id, client } of sellers) {
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: client.id,
      client_secret: client.secret,
    });
    const response = await fetch(`${baseUrl}/oauth2/token`, { method: 'POST', body });
    if (!response.ok) throw new Error(`no token: ${response.status} ${await response.text()}`);
    const { access_token: token } = (await response.json()) as { access_token: string };
    organizations.push({ id, token, clientId: client.id, clientSecret: client.secret });
  }
  return { organizations, rows };
}
