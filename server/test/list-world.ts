import type { NewClient } from '../src/organizations/wiring.ts';
import { createIds } from '../src/platform/ids.ts';
import { uploadText } from './generated/file-records.ts';
import type { TestApp, TestOrganization, TestPerson } from './harness.ts';

/** An organization with several records in every list, some created at the same time. */
export type ListWorld = TestOrganization & {
  /** Token of an API client of the channel partner `chp_1`. */
  bound: string;
  person: TestPerson;
  /** Ids for path parameters. */
  ids: Readonly<Record<string, string>>;
  /** Returns filter values that several rows have; the values of a list match in combination. */
  filtersOf(operationId: string): Readonly<Record<string, string>>;
};

const ids = { productId: 'prd_1', buyerId: 'buy_1', contactId: 'con_1', offerId: 'ofr_1', partner: 'MKA' };
const statuses: Readonly<Record<string, string>> = {
  listOffers: 'PENDING_ACCEPTANCE',
  listEntitlements: 'ACTIVE',
  listProducts: 'PUBLIC',
  listProductsByPartner: 'PUBLIC',
  listOperations: 'COMPLETED',
  listMembers: 'ACTIVE',
  listInvoices: 'DRAFT',
  listChannelPartners: 'ACTIVE',
  listDealRegistrations: 'DRAFT',
  listPortalDealRegistrations: 'DRAFT',
};

/** The id prefixes in lists with search. */
const beginnings: Readonly<Record<string, string>> = {
  listOffers: 'ofr_',
  listEntitlements: 'ent_',
  listProducts: 'prd_',
  listProductsByPartner: 'prd_',
  listBuyers: 'buy_',
  listContacts: 'con_',
  listMembers: 'usr_',
  listApiClients: 'cli_',
};

/** Creation times, of which each pair is in the same microsecond. */
const pairs = `'2026-01-01T00:00:00.123456Z'::timestamptz + n / 2 * interval '1 microsecond', now()`;

/**
 * Creates the records.
 * @param call prefix of call ids, which starts with the time
 */
const fill = (organizationId: string, call: string) => `
  INSERT INTO product (organization_id, id, status, partner, product_type, creation_time, last_update_time)
    SELECT '${organizationId}', 'prd_' || n, 'PUBLIC', 'MKA', 'SAAS', ${pairs} FROM generate_series(1, 5) n;
  INSERT INTO contact (organization_id, id, email, creation_time, last_update_time)
    SELECT '${organizationId}', 'con_' || n, 'mail_' || n, ${pairs} FROM generate_series(1, 5) n;
  INSERT INTO buyer (organization_id, id, partner, info, creation_time, last_update_time)
    SELECT '${organizationId}', 'buy_' || n, 'MKA', '{"customerId": "one", "emailAddress": "ann@example.com"}', ${pairs}
    FROM generate_series(1, 5) n;
  INSERT INTO buyer_contact (organization_id, buyer_id, contact_id, creation_time)
    SELECT '${organizationId}', 'buy_' || n, 'con_1', now() FROM generate_series(1, 4) n;
  INSERT INTO offer (organization_id, id, offer_type, status, partner, product_id, buyer_id, contact_ids, info, meta_info,
      creation_time, last_update_time)
    SELECT '${organizationId}', 'ofr_' || n, 'PRIVATE', 'PENDING_ACCEPTANCE', 'MKA', 'prd_1', 'buy_1', ARRAY['con_1'],
      '{}', '{"buyerIds": ["buy_1", "buy_2"], "crmCOpportunityId": "one"}', ${pairs} FROM generate_series(1, 5) n;
  INSERT INTO entitlement (organization_id, id, offer_id, status, partner, product_id, buyer_id, info, meta_info,
      creation_time, last_update_time)
    SELECT '${organizationId}', 'ent_' || n, 'ofr_1', 'ACTIVE', 'MKA', 'prd_1', 'buy_1', '{}',
      '{"buyerIds": ["buy_1"], "crmCOpportunityId": "one"}', ${pairs} FROM generate_series(1, 5) n;
  INSERT INTO entitlement_contact (organization_id, entitlement_id, contact_id)
    SELECT '${organizationId}', 'ent_' || n, 'con_1' FROM generate_series(1, 5) n ON CONFLICT DO NOTHING;
  INSERT INTO entitlement_term (organization_id, id, entitlement_id, info, entitlement_info, creation_time, last_update_time)
    SELECT '${organizationId}', 'trm_' || n, 'ent_1', '{}', '{}', ${pairs} FROM generate_series(1, 5) n;
  INSERT INTO entitlement_request (organization_id, id, entitlement_id, partner, external_id, type, plan_id, status, creation_time,
      last_update_time)
    SELECT '${organizationId}', 'erq_' || n, 'ent_1', 'MKC', 'request_' || n, 'CHANGE_PLAN', 'gold', 'PENDING', ${pairs}
    FROM generate_series(1, 5) n;
  INSERT INTO usage_ledger (organization_id, entitlement_term_id, position, id, entitlement_id, type, dimension, quantity,
      creation_time)
    SELECT '${organizationId}', 'trm_1', n, 'uld_' || n, 'ent_1', 'USAGE', 'units', n,
      '2026-01-01T00:00:00.123456Z'::timestamptz + n / 2 * interval '1 microsecond' FROM generate_series(1, 5) n;
  INSERT INTO ai_invoice (organization_id, id, month, calls, used_cents, credit_cents, amount_cents, currency, creation_time)
    SELECT '${organizationId}', 'aiv_' || n, '2026-0' || n, 1, n, 0, n, 'USD',
      '2026-01-01T00:00:00.123456Z'::timestamptz + n / 2 * interval '1 microsecond' FROM generate_series(1, 5) n;
  INSERT INTO sandbox_usage (organization_id, id, partner, agreement_id, dimension, hour, start_time, end_time, quantity,
      creation_time)
    SELECT '${organizationId}', 'sbu_' || n, 'MKA', 'sba_1', 'units', now(), now(), now(), n,
      '2026-01-01T00:00:00.123456Z'::timestamptz + n / 2 * interval '1 microsecond' FROM generate_series(1, 5) n;
  INSERT INTO sandbox_usage_total (organization_id, id, partner, agreement_id, dimension, quantity, lines, creation_time,
      last_update_time)
    SELECT '${organizationId}', 'sbt_' || n, 'MKA', 'sba_1', 'units_' || n, n, 1, ${pairs} FROM generate_series(1, 5) n;
  INSERT INTO sandbox_revenue (organization_id, id, partner, line, creation_time)
    SELECT '${organizationId}', 'sbr_' || n, 'MKA', '{}',
      '2026-01-01T00:00:00.123456Z'::timestamptz + n / 2 * interval '1 microsecond' FROM generate_series(1, 5) n;
  INSERT INTO revenue_detail (organization_id, id, partner, line_id, version, is_current, entitlement_id, product_id, day,
      currency, record, creation_time)
    SELECT '${organizationId}', 'rvd_' || n, 'MKA', 'line_' || n, '1', true, 'ent_1', 'prd_1', current_date - n / 2, 'USD', '{}',
      now() FROM generate_series(1, 5) n;
  INSERT INTO revenue_record (organization_id, id, entitlement_id, product_id, partner, day, currency, amount,
      collectable_amount, invoice_amount, tax_amount, disburse_amount, refund_invoice_amount, refund_disburse_amount,
      creation_time, last_update_time)
    SELECT '${organizationId}', 'rvr_' || n, 'ent_1', 'prd_1', 'MKA', current_date - n / 2, CASE n % 2 WHEN 0 THEN 'USD' ELSE 'EUR' END,
      n, 0, 0, 0, 0, 0, 0, now(), now() FROM generate_series(1, 5) n;
  INSERT INTO usage_daily (organization_id, entitlement_id, day, key, partner, quantity)
    SELECT '${organizationId}', 'ent_1', current_date - n / 2, 'units_' || n, 'MKA', n FROM generate_series(1, 5) n;
  INSERT INTO usage_verification (organization_id, entitlement_id, product_id, day, key, partner, reported_quantity)
    SELECT '${organizationId}', 'ent_1', 'prd_1', current_date - n / 2, 'units_' || n, 'MKA', n FROM generate_series(1, 5) n;
  INSERT INTO usage_batch (organization_id, id, received_at, creation_time, source, size, content_hash, actor_type)
    SELECT '${organizationId}', '${call}' || n, now(), now() - n / 2 * interval '1 minute', 'API', 1, '\\x00', 'API_CLIENT'
    FROM generate_series(1, 5) n;
  INSERT INTO usage_group (organization_id, batch_id, ordinal, received_at, id, entitlement_id, usage_time, time_given, keys,
      quantities)
    SELECT '${organizationId}', '${call}' || n, 0, now(), 'urg_' || n, 'ent_1', now(), true, '{units}', '{1}'
    FROM generate_series(1, 5) n;
  INSERT INTO usage_report (organization_id, id, entitlement_id, entitlement_term_id, partner, run_id, usage_from, usage_until,
      group_count, status, group_status, creation_time, last_update_time)
    SELECT '${organizationId}', 'urr_' || n, 'ent_1', 'trm_1', 'MKA', 'run_' || n, now(), now() + interval '1 hour', 1,
      'CREATED', 'REPORT_PENDING', now() - n / 2 * interval '1 minute', now() FROM generate_series(1, 5) n;
  INSERT INTO invoice (organization_id, id, entitlement_id, buyer_id, type, status, currency, start_date, end_date, finalize_at,
      creation_time, last_update_time)
    SELECT '${organizationId}', 'inv_' || n, 'ent_1', 'buy_1', 'COMMIT', 'DRAFT', 'USD', now(), now(), now(), ${pairs}
    FROM generate_series(1, 5) n;
  INSERT INTO payment_transaction (organization_id, id, parent_id, invoice_id, entitlement_id, buyer_id, type, status, amount,
      currency, creation_time, last_update_time)
    SELECT '${organizationId}', 'ptx_' || n, NULL, 'inv_1', 'ent_1', 'buy_1', 'CHARGE', 'SUCCESS', n, 'USD', ${pairs}
    FROM generate_series(1, 5) n
    UNION ALL SELECT '${organizationId}', 'ptx_r' || n, 'ptx_1', 'inv_1', 'ent_1', 'buy_1', 'REFUND', 'SUCCESS', n, 'USD', ${pairs}
    FROM generate_series(1, 5) n;
  INSERT INTO wallet (organization_id, id, buyer_id, type, status, currency, total_amount, used_amount, start_time,
      creation_time, last_update_time)
    SELECT '${organizationId}', 'wal_' || n, 'buy_1', 'credit', 'ACTIVE', 'USD', n, 0, now(), ${pairs} FROM generate_series(1, 5) n;
  INSERT INTO support_ticket (organization_id, id, name, task_type, priority, status, creator, due_time, creation_time,
      last_update_time)
    SELECT '${organizationId}', 'tic_' || n, 'Help', 'Task', 'LOW', 'OPEN', 'cli_1', now(), ${pairs} FROM generate_series(1, 5) n;
  INSERT INTO channel_partner_tier (organization_id, id, name, rank, share, protection_days, creation_time, last_update_time)
    SELECT '${organizationId}', 'cpt_' || n, 'Gold', n, 1, 90, ${pairs} FROM generate_series(1, 5) n;
  INSERT INTO channel_partner (organization_id, id, name, type, status, tier_id, owner_id, creation_time, last_update_time)
    SELECT '${organizationId}', 'chp_' || n, 'Northern', 'RESELLER', 'ACTIVE', 'cpt_1', 'usr_1', ${pairs}
    FROM generate_series(1, 5) n;
  INSERT INTO channel_partner_agreement (organization_id, id, channel_partner_id, share, start_date, creation_time,
      last_update_time)
    SELECT '${organizationId}', 'cpa_' || n, 'chp_1', 1, current_date, ${pairs} FROM generate_series(1, 5) n;
  INSERT INTO deal_registration (organization_id, id, channel_partner_id, status, creation_time, last_update_time)
    SELECT '${organizationId}', 'der_' || n, 'chp_1', 'DRAFT', ${pairs} FROM generate_series(1, 5) n;
  INSERT INTO knowledge_article (organization_id, id, title, body, tags, created_by, last_updated_by, creation_time,
      last_update_time)
    SELECT '${organizationId}', 'art_' || n, 'Notes', '', '{}', 'cli_1', 'cli_1', ${pairs} FROM generate_series(1, 5) n;
  INSERT INTO offer_attribution (organization_id, id, offer_id, channel_partner_id, kind, share, basis, creation_time,
      last_update_time)
    SELECT '${organizationId}', 'oat_' || n, 'ofr_1', 'chp_' || n, 'SOURCED', 1, 'MANUAL', ${pairs}
    FROM generate_series(2, 5) n
    UNION ALL SELECT '${organizationId}', 'oat_1' || n, 'ofr_' || n, 'chp_1', 'SOURCED', 1, 'MANUAL', ${pairs}
    FROM generate_series(1, 5) n;
  INSERT INTO entitlement_attribution (organization_id, id, entitlement_id, channel_partner_id, kind, share, basis,
      creation_time)
    SELECT '${organizationId}', 'eat_' || n, 'ent_1', 'chp_' || n, 'SOURCED', 1, 'MANUAL',
      '2026-01-01T00:00:00.123456Z'::timestamptz + n / 2 * interval '1 microsecond' FROM generate_series(1, 5) n;
  INSERT INTO job (organization_id, id, kind, lane, payload, clock, due_at, ready_at, finished_at, operation, offer_id,
      creation_time)
    SELECT '${organizationId}', 'job_' || n, 'none', 'none', '{}', 'wall', now(), now(), now(), 'CREATE_OFFER', 'ofr_1',
      now() - n / 2 * interval '1 minute' FROM generate_series(1, 5) n;`;

/** Filters for any list, with values that several rows have. */
const common: Readonly<Record<string, string>> = {
  ...ids,
  agreementId: 'sba_1',
  list: 'offers',
  crmCOpportunityId: 'one',
  customerId: 'one',
  emailAddress: 'ann@example.com',
  offerType: 'PRIVATE',
  productType: 'SAAS',
  role: 'VIEWER',
  from: '2026-01-01',
  to: '2100-01-01',
  fields: 'creationTime',
};

function filtersOf(operationId: string): Readonly<Record<string, string>> {
  const status = statuses[operationId];
  const { emailAddress, ...others } = common;
  return {
    ...(operationId === 'listContacts' ? others : { ...others, emailAddress: emailAddress as string }),
    ...(status ? { status } : {}),
    search: beginnings[operationId] ?? '',
    ...(operationId === 'listChannelPartners'
      ? { type: 'RESELLER', tierId: 'cpt_1', name: 'Northern', ownerId: 'usr_1' }
      : {}),
    ...(operationId === 'listDealRegistrations' ? { channelPartnerId: 'chp_1' } : {}),
    ...(operationId === 'listSignupConnections' ? { entitlementId: 'ent_1' } : {}),
  };
}

export async function createListWorld(app: TestApp): Promise<ListWorld> {
  const org = await app.organization();
  const post = async (path: string, body: object = {}): Promise<{ id: string }> => {
    const reply = await app.request('POST', `/org/${org.id}/${path}`, { token: org.token, body });
    if (reply.status !== 200) throw new Error(`${path}: ${reply.text}`);
    return reply.body;
  };
  await app.database.query(fill(org.id, createIds()('ucl').slice(0, -1)));
  const { id: webhookId } = await post('webhook', { url: 'https://example.com/hooks' });
  const person = await app.person(org.id);
  await app.database.query(
    `INSERT INTO person_session (id, person_id, method, client_id, creation_time, last_used_at, expires_at)
     SELECT 'ses_' || n, $1, 'PASSWORD', 'tradepost-console', now(), now(), now() + interval '1 day'
     FROM generate_series(1, 3) n`,
    [person.id],
  );
  await app.database.query(
    `INSERT INTO saved_view (organization_id, id, member_id, list, name, query, creation_time, last_update_time)
     SELECT $1, 'view_' || n, $2, 'offers', 'View ' || n, '{}', ${pairs} FROM generate_series(1, 5) n`,
    [org.id, person.id],
  );
  for (let n = 1; n <= 3; n++) {
    await app.person(org.id);
    await post('role', { name: `ROLE_${'ABC'[n - 1]}`, permissions: ['offers:read'] });
    await post('apiClient', { role: 'VIEWER' });
    await post('integration', { partner: ['MKA', 'MKB', 'MKC'][n - 1] });
    await post('webhook', { url: 'https://example.com/hooks' });
    await post(`webhook/${webhookId}/test`);
    await post('addon', { name: `addon ${n}` });
    await post('billableMetric', { name: `metric ${n}`, aggregationType: 'COUNT' });
    await post('sandbox/fault', { kind: 'DUPLICATE_NOTIFICATION', partner: 'MKF' });
    await post('entitlement/ent_1/signupConnection', { emailAddress: `${n}@example.com` });
    await uploadText(app, org);
  }
  const theirs = { name: 'Theirs', role: 'VIEWER', channelPartnerId: 'chp_1' };
  return {
    ...org,
    bound: await app.token((await post('apiClient', theirs)) as NewClient),
    person,
    ids: {
      ...ids,
      orgId: org.id,
      entitlementId: 'ent_1',
      entitlementTermId: 'trm_1',
      webhookId,
      paymentTransactionId: 'ptx_1',
      channelPartnerId: 'chp_1',
    },
    filtersOf,
  };
}
