import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from './harness.ts';

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  // Uses a copy, because a template with open connections cannot be copied.
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

type Policy = {
  name: string;
  roles: string;
  command: string;
  sees: string | null;
  writes: string | null;
  permissive?: string;
};

const own = '(organization_id = current_organization())';
const unbound = '((bound_to IS NULL) OR (bound_to = current_binding()))';
const granted = `(organization_id IN ( SELECT g.organization_id
   FROM principal_grant g
  WHERE (g.principal_id = current_principal())))`;
const organizationScope: Policy = {
  name: 'organization_scope',
  roles: 'tradepost_app',
  command: 'ALL',
  sees: own,
  writes: own,
};
const systemScope: Policy = {
  name: 'system_scope',
  roles: 'tradepost_system',
  command: 'ALL',
  sees: 'true',
  writes: 'true',
};
const reads = (name: string, roles: string, sees: string): Policy => ({
  name,
  roles,
  command: 'SELECT',
  sees,
  writes: null,
});

/**
 * Returns an additional policy: a caller that is bound to a channel partner can access only the records of
 * this partner.
 */
const ofChannelPartner = (sees: string, command = 'ALL'): Policy => ({
  name: 'channel_partner_scope',
  roles: 'tradepost_app',
  command,
  sees,
  writes: null,
  permissive: 'RESTRICTIVE',
});
const boundBy = (column: string) =>
  ofChannelPartner(`((current_binding() IS NULL) OR (${column} = current_binding()))`);

/** The policies of a table in addition to, or instead of, the two policies of every tenant table. */
const special: Readonly<Record<string, readonly Policy[]>> = {
  principal_grant: [
    reads('organization_scope', 'tradepost_app', `(${own} AND ${unbound})`),
    reads('principal_scope', 'tradepost_app', `((principal_id = current_principal()) AND ${unbound})`),
    reads(
      'gate_scope',
      'tradepost_app',
      `((current_organization() IS NULL) AND (current_principal() IS NULL) AND ${unbound})`,
    ),
    { ...systemScope, name: 'owner_scope', roles: 'the owner' },
  ],
  channel_partner: [boundBy('id')],
  channel_partner_account: [boundBy('channel_partner_id')],
  channel_partner_agreement: [boundBy('channel_partner_id')],
  offer_attribution: [boundBy('channel_partner_id')],
  entitlement_attribution: [boundBy('channel_partner_id')],
  deal_registration: [boundBy('channel_partner_id')],
  deal_protection: [
    ofChannelPartner(`((current_binding() IS NULL) OR (EXISTS ( SELECT
   FROM deal_registration d
  WHERE ((d.organization_id = deal_protection.organization_id) AND (d.id = deal_protection.deal_registration_id)))))`),
  ],
  channel_partner_tier: [
    ofChannelPartner(`((current_binding() IS NULL) OR (EXISTS ( SELECT
   FROM channel_partner p
  WHERE ((p.organization_id = channel_partner_tier.organization_id) AND (p.tier_id = channel_partner_tier.id)))))`),
  ],
  organization: [reads('owner_scope', 'the owner', granted)],
  integration: [reads('owner_scope', 'the owner', granted)],
  custom_role: [reads('owner_scope', 'the owner', granted)],
  api_client_sequence: [reads('owner_scope', 'the owner', 'true')],
  member: [{ ...organizationScope, name: 'owner_scope', roles: 'the owner' }],
  saved_view: [{ ...organizationScope, name: 'owner_scope', roles: 'the owner' }],
  quota: [reads('default_scope', 'tradepost_app', "(organization_id = '*'::text)")],
};

const byName = (a: Policy, b: Policy) => (a.name < b.name ? -1 : 1);

describe('row-level security', () => {
  test('has exactly the expected policies on every table', async () => {
    const { rows } = await client.query<{ table: string; owner: string; policies: Policy[] }>(
      `SELECT c.relname AS table, pg_get_userbyid(c.relowner) AS owner, coalesce((
         SELECT json_agg(json_build_object('name', p.policyname, 'roles', array_to_string(p.roles, ' '),
           'command', p.cmd, 'sees', p.qual, 'writes', p.with_check, 'permissive', p.permissive))
         FROM pg_policies p WHERE p.schemaname = 'public' AND p.tablename = c.relname), '[]') AS policies
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organization_id' AND a.attnum > 0
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') ORDER BY 1`,
    );
    expect(rows.length).toBeGreaterThan(20);
    for (const { table, owner, policies } of rows) {
      const found = policies.map((policy) => ({
        ...policy,
        roles: policy.roles === owner ? 'the owner' : policy.roles,
      }));
      const named = special[table] ?? [];
      const common = [organizationScope, systemScope].filter(
        ({ name }) => !named.some((policy) => policy.name === name),
      );
      const expected = [...common, ...named].map((policy) => ({ permissive: 'PERMISSIVE', ...policy }));
      expect({ table, policies: found.sort(byName) }).toEqual({ table, policies: expected.sort(byName) });
    }
    expect(Object.keys(special).filter((name) => !rows.some(({ table }) => table === name))).toEqual([]);
  });

  test('has no policy on any other table', async () => {
    const { rows } = await client.query(
      `SELECT DISTINCT p.tablename FROM pg_policies p WHERE p.schemaname = 'public' AND NOT EXISTS (
         SELECT FROM pg_attribute a WHERE a.attrelid = format('public.%I', p.tablename)::regclass
           AND a.attname = 'organization_id' AND a.attnum > 0)`,
    );
    expect(rows).toEqual([]);
  });

  test('determines organization and principal by exactly these functions', async () => {
    const { rows } = await client.query(
      `SELECT p.proname AS name, pg_get_functiondef(p.oid) AS definition, p.prosecdef AS definer FROM pg_proc p
       WHERE p.pronamespace = 'public'::regnamespace AND p.proname LIKE 'current\\_%' ORDER BY 1`,
    );
    expect(rows.map(({ name, definer }) => [name, definer])).toEqual([
      ['current_binding', false],
      ['current_organization', false],
      ['current_principal', false],
    ]);
    const returned = ({ definition }: { definition: string }) => definition.replace(/\s+/g, ' ');
    for (const { name, definition } of rows)
      expect(returned({ definition })).toContain(
        `RETURN NULLIF(current_setting('app.${name.slice('current_'.length)}_id'::text, true), ''::text)`,
      );
  });
});
