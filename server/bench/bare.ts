import { createHash } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import pg from 'pg';
import { uuidv7 } from 'uuidv7';
import { termColumns } from '../src/entitlements/columns.ts';
import { offerColumns } from '../src/offers/columns.ts';
import type { FieldColumn } from '../src/platform/records/encode.ts';
import { insertSingleUsage, insertUsage } from './bare-usage.ts';

export type BareOrder = { connectionString: string; keys: JSONWebKeySet; issuer: string; audience: string };

/** The bare handler for comparison: only node:http and pg, reading the same rows by the same key. */
process.once('message', (order: BareOrder) => {
  pg.types.setTypeParser(1700, Number);
  const pool = new pg.Pool({ connectionString: order.connectionString, max: 10 });
  const authenticate = tokenCheck(order);
  const server = http.createServer((request, response) => {
    answer(request, pool, authenticate).then(
      ({ status, body }) => {
        const text = JSON.stringify(body);
        const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
        response.writeHead(status, headers).end(text);
      },
      (error: Error) => {
        const text = String(error);
        response.writeHead(500, { 'content-length': Buffer.byteLength(text) }).end(text);
      },
    );
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
});
process.on('disconnect', () => process.exit());

/** Verifies a token like the program: the signature once, then from a cache until the token expires. */
function tokenCheck({ keys, issuer, audience }: BareOrder): (token: string) => string | Promise<string> {
  const keySet = createLocalJWKSet(keys);
  const known = new Map<string, { clientId: string; expiresAt: number }>();
  const verify = async (token: string): Promise<string> => {
    const { payload } = await jwtVerify(token, keySet, { issuer, audience, typ: 'at+jwt' });
    const clientId = payload.sub as string;
    known.set(token, { clientId, expiresAt: (payload.exp as number) * 1000 });
    return clientId;
  };
  return (token) => {
    const seen = known.get(token);
    return seen && seen.expiresAt > Date.now() ? seen.clientId : verify(token);
  };
}

const named = (columns: readonly FieldColumn[]) =>
  columns.map(([field, column]) => `${column} AS "${field}"`).join(', ');

const selectOffer = `SELECT ${named(offerColumns)} FROM offer WHERE organization_id = $1 AND id = $2`;
const selectTerm = `SELECT ${named(termColumns)} FROM entitlement_term
                    WHERE organization_id = $1 AND entitlement_id = $2 AND id = $3`;

/** The statements of a buyer's page: seller, buyer, purchases, open offers and invoices. */
const pageSelects = [
  `SELECT name, info -> 'clientSignupPageConfigInfo' AS config FROM organization
   WHERE organization_id = $1 AND $2::text IS NOT NULL`,
  'SELECT name FROM buyer WHERE organization_id = $1 AND id = $2',
  `SELECT e.id, e.name, e.status, e.end_time, e.spa_version, p.name AS product,
     e.info -> 'currency' AS currency, e.info -> 'commitAmount' AS commit
   FROM entitlement e LEFT JOIN product p ON p.organization_id = e.organization_id AND p.id = e.product_id
   WHERE e.organization_id = $1 AND e.buyer_id = $2 AND e.status <> 'DELETED'
   ORDER BY e.creation_time DESC, e.id DESC LIMIT 13`,
  `SELECT id, name, status, expire_time, info FROM offer WHERE organization_id = $1 AND buyer_id = $2
     AND status = 'PENDING_ACCEPTANCE' ORDER BY creation_time DESC, id DESC LIMIT 5`,
  `SELECT id, number, status, payment_status, currency, issue_date, due_date, due_amount, paid_amount, credited_amount
   FROM invoice WHERE organization_id = $1 AND buyer_id = $2 AND status IN ('FINALIZED', 'CANCELED')
   ORDER BY creation_time DESC, id DESC LIMIT 12`,
];

/** Reads the rows of a buyer's page at the same time. The signature of the link is not verified. */
async function readBuyerPage(pool: pg.Pool, url: string): Promise<unknown[]> {
  const token = new URL(url, 'http://127.0.0.1').searchParams.get('token') ?? '';
  const [organizationId, buyerId] = JSON.parse(
    Buffer.from(token.split('.')[0] ?? '', 'base64url').toString(),
  );
  const found = await Promise.all(
    pageSelects.map((text, index) =>
      pool.query({ name: `page${index}`, text, values: [organizationId, buyerId] }),
    ),
  );
  return found.flatMap(({ rows }) => rows);
}

type Answer = { status: number; body: unknown };

async function answer(
  request: http.IncomingMessage,
  pool: pg.Pool,
  authenticate: (token: string) => string | Promise<string>,
): Promise<Answer> {
  const clientId = await authenticate((request.headers.authorization ?? '').slice('Bearer '.length));
  if (request.url?.startsWith('/spa/')) return { status: 200, body: await readBuyerPage(pool, request.url) };
  const [, , organizationId, kind, id, , termId] = (request.url as string).split('/');
  if (request.method === 'POST') {
    const bytes = await buffer(request);
    if (kind === 'offer') return createOffer(pool, organizationId as string, clientId, bytes);
    const at = { organizationId: organizationId as string, entitlementId: id as string };
    const body =
      kind === 'entitlement'
        ? await insertSingleUsage(pool, at, clientId, bytes)
        : await insertUsage(pool, at.organizationId, bytes);
    return { status: 200, body };
  }
  const { rows } =
    kind === 'offer'
      ? await pool.query({ name: 'offer', text: selectOffer, values: [organizationId, id] })
      : await pool.query({ name: 'term', text: selectTerm, values: [organizationId, id, termId] });
  return rows[0] ? { status: 200, body: rows[0] } : { status: 404, body: { title: 'Not found' } };
}

const insertOffer = `
  WITH creation AS (
    INSERT INTO offer_creation (organization_id, principal_id, body_hash, offer_id, first_at)
    VALUES ($1, $2, $3, $4, clock_timestamp())),
  created AS (
    INSERT INTO offer (organization_id, id, name, partner, offer_type, pricing_type, product_type, status, info,
      meta_info, expire_time, created_by, last_updated_by, creation_time, last_update_time)
    VALUES ($1, $4, $5, $6, $7, $8, $9, 'PENDING_CREATE', $10::jsonb, $11::jsonb, $12, $2, $2, $13, $13)),
  recorded AS (
    INSERT INTO event (organization_id, id, entity_type, entity_id, sequence, action, payload, actor_type, actor_id,
      request_id, creation_time)
    VALUES ($1, $14, 'OFFER', $4, 1, 'CREATE', $15::json, 'API_CLIENT', $2, $16, $13)),
  jobs AS (
    INSERT INTO job (organization_id, id, kind, lane, payload, clock, due_at, ready_at, creation_time)
    VALUES ($1, $17, 'bench.nothing', $4, $18::jsonb, 'organization', $13, $13, $13))
  SELECT $4 AS id`;

/** Inserts offer, creation, event and job with one statement, in one round trip and one transaction. */
async function createOffer(
  pool: pg.Pool,
  organizationId: string,
  clientId: string,
  bytes: Buffer,
): Promise<Answer> {
  const given = JSON.parse(bytes.toString('utf8')) as Record<string, string>;
  const id = uuidv7();
  const now = new Date();
  const offer = {
    id,
    organizationID: organizationId,
    ...given,
    status: 'PENDING_CREATE',
    createdBy: clientId,
  };
  const body = { ...offer, lastUpdatedBy: clientId, creationTime: now, lastUpdateTime: now };
  const { name, partner, offerType, pricingType, productType, info, metaInfo, expireTime } = given;
  await pool.query({
    name: 'insert_offer',
    text: insertOffer,
    values: [
      organizationId,
      clientId,
      createHash('sha256').update(bytes).digest(),
      id,
      name,
      partner,
      offerType,
      pricingType,
      productType,
      JSON.stringify(info),
      JSON.stringify(metaInfo),
      expireTime,
      now,
      uuidv7(),
      JSON.stringify(body),
      uuidv7(),
      uuidv7(),
      JSON.stringify({ offerId: id }),
    ],
  });
  return { status: 200, body };
}
