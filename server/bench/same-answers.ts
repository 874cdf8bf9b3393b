import { isDeepStrictEqual } from 'node:util';
import type { Running } from './processes.ts';
import { rowId, type World } from './requests.ts';
import { placeholder, sampleOffer } from './sample.ts';

/**
 * Requires equal responses of both sides to a request, because a comparison of different work would be meaningless.
 * Null fields count as absent.
 * @returns the number of created offers
 */
export async function refuseDifference(
  world: World,
  servers: { bare: Running; own: Running },
): Promise<number> {
  const row = Math.min(12, world.rows - 1);
  const organization = world.organizations[
    row % world.organizations.length
  ] as World['organizations'][number];
  const inOrganization = `/org/${organization.id}`;
  const paths = [
    `${inOrganization}/offer/${rowId('ofr', row)}`,
    `${inOrganization}/entitlement/${rowId('ent', row)}/entitlementTerm/${rowId('trm', row)}`,
  ];
  const authorization = `Bearer ${organization.token}`;
  for (const path of paths) {
    const read = ({ port }: Running) => answerOf(port, path, { headers: { authorization } });
    const [bare, own] = [await read(servers.bare), await read(servers.own)];
    if (!isDeepStrictEqual(bare, own))
      throw new Error(`${path} differs:\n${JSON.stringify(bare)}\n${JSON.stringify(own)}`);
  }
  const headers = { authorization, 'content-type': 'application/json' };
  for (const [index, { port }] of [servers.bare, servers.own].entries()) {
    const body = JSON.stringify(sampleOffer).replaceAll(placeholder, `same-${index}`);
    const created = await answerOf(port, `${inOrganization}/offer`, { method: 'POST', headers, body });
    if (created.status !== 'PENDING_CREATE')
      throw new Error(`no offer was created: ${JSON.stringify(created)}`);
  }
  return 2;
}

async function answerOf(port: number, path: string, request: RequestInit): Promise<Record<string, unknown>> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, request);
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`);
  const entries = Object.entries(JSON.parse(text) as Record<string, unknown>);
  return Object.fromEntries(entries.filter(([, value]) => value !== null));
}
