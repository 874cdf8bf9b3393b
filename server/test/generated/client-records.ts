import type { TestApp, TestOrganization } from '../harness.ts';

/** Provides an API client, an integration, and organizations to which a client can be granted access. */
export function createClientRecords(app: TestApp, org: TestOrganization) {
  const made: Record<string, string> = { partner: 'MKA', service: 'MARKETPLACE' };
  const { query } = app.database;
  const post = (path: string, body: object) =>
    app.request('POST', `/org/${org.id}${path}`, { token: org.token, body });
  const grant = (organizationId: string, principalId: string) =>
    query(
      `INSERT INTO principal_grant (organization_id, principal_id, principal_type, role, creation_time)
       VALUES ($1, $2, 'API_CLIENT', 'ADMIN', now()) ON CONFLICT DO NOTHING`,
      [organizationId, principalId],
    );
  /** Functions that replace the record that an operation has used up, before the next call. */
  const restore: Record<string, () => Promise<unknown>> = {
    start: async () => {
      await query(
        `INSERT INTO quota (organization_id, name, maximum, last_update_time) VALUES ($1, 'apiClients', 1000000, now())`,
        [org.id],
      );
      for (const name of ['otherOrgId', 'thirdOrgId']) {
        made[name] = (await app.organization()).id;
        await grant(made[name], org.client.id);
      }
      await restore.deleteIntegration?.();
      await restore.deleteApiClient?.();
    },
    deleteApiClient: async () => {
      made.apiClientId = (await post('/apiClient', { role: 'VIEWER' })).body.id;
      await restore.disallowApiClientInOrganization?.();
    },
    allowApiClientInOrganization: () =>
      query('DELETE FROM principal_grant WHERE organization_id = $1 AND principal_id = $2', [
        made.thirdOrgId,
        made.apiClientId,
      ]),
    disallowApiClientInOrganization: () => grant(made.otherOrgId as string, made.apiClientId as string),
    createIntegration: () =>
      query('DELETE FROM integration WHERE organization_id = $1 AND partner <> $2', [org.id, made.partner]),
    deleteIntegration: () => post('/integration', { partner: made.partner, service: made.service }),
  };
  const due = new Set(['start']);
  return {
    ids: async (): Promise<Readonly<Record<string, string>>> => {
      for (const operationId of due) await restore[operationId]?.();
      due.clear();
      return made;
    },
    used: (operationId: string): void => {
      if (Object.hasOwn(restore, operationId)) due.add(operationId);
    },
  };
}
