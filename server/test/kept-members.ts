import type { TestApp, TestOrganization } from './harness.ts';

/** The only ADMIN, and a role that is in use: neither can be removed, whoever tries. */
export async function keptMembers(app: TestApp, { id, token }: TestOrganization) {
  const { id: userId } = await app.person(id, 'ADMIN');
  const body = { name: 'SELLER', permissions: ['offers:read'] };
  await app.request('POST', `/org/${id}/role`, { token, body });
  await app.person(id, body.name);
  return { userId, roleName: body.name };
}
