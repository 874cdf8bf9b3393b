import type { TestApp, TestOrganization } from './harness.ts';

/** Creates the only ADMIN and a role in use, which cannot be deleted. */
export async function keptMembers(app: TestApp, { id, token }: TestOrganization) {
  const { id: userId } = await app.person(id, 'ADMIN');
  const body = { name: 'SELLER', permissions: ['offers:read'] };
  await app.request('POST', `/org/${id}/role`, { token, body });
  await app.person(id, body.name);
  return { userId, roleName: body.name };
}
