import type { OrgTransaction } from '../../platform/access/scope.ts';
import { insertInto } from '../../platform/database/define-statement.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import type { Finding } from '../../platform/errors.ts';
import type { Settings } from './settings.ts';

/** Bytes: nobody guesses one, and no two are the same. */
const randomness = 24;

const insert = insertInto(
  'make_integration_external_id',
  'integration_external_id',
  ['organization_id', 'partner', 'external_id', 'creation_time'],
  { after: 'ON CONFLICT DO NOTHING' },
);

/**
 * The external id by which a seller's account knows this organization and no other: made once, and the same as long as the
 * organization is there. If an organization could choose it, it could enter the account of another one.
 */
export async function ensureExternalId(
  scope: OrgTransaction,
  randomBytes: (size: number) => Buffer,
  partner: string,
): Promise<string> {
  const known = await findExternalId(scope, partner);
  if (known) return known;
  await scope.query(
    insert({
      organization_id: scope.organizationId,
      partner,
      external_id: `tp_${randomBytes(randomness).toString('base64url')}`,
      creation_time: scope.now,
    }),
  );
  // Another transaction may have made it meanwhile.
  return (await findExternalId(scope, partner)) as string;
}

async function findExternalId(scope: OrgTransaction, partner: string): Promise<string | undefined> {
  const [row] = await scope.query<RowOf<'integration_external_id', 'external_id'>>({
    name: 'find_integration_external_id',
    text: `SELECT x.external_id FROM integration_external_id x WHERE x.organization_id = $1 AND x.partner = $2`,
    values: [scope.organizationId, partner],
  });
  return row?.external_id;
}

const isExternalId = (name: string): boolean => /^external_?id$/i.test(name);

/** What is wrong with credentials of a marketplace: the external id is not the caller's to choose. */
export const externalIdFindings = (service: string, { credentials }: Settings): Finding[] =>
  service !== 'MARKETPLACE'
    ? []
    : Object.keys(credentials)
        .filter(isExternalId)
        .map((name) => ({
          pointer: `/credentials/${name}`,
          message: 'is made by the service: see the setup of the integration',
        }));

/** The settings without what calls itself an external id: no connector takes it for the one that we made. */
export const withoutExternalId = (settings: Settings): Settings => ({
  info: without(settings.info),
  credentials: without(settings.credentials),
});

const without = (value: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !isExternalId(name))
      .map(([name, item]) => [
        name,
        typeof item === 'object' && item !== null && !Array.isArray(item)
          ? without(item as Record<string, unknown>)
          : item,
      ]),
  );
