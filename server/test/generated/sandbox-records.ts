import type { TestApp, TestOrganization } from '../harness.ts';
import type { Operation } from './operations.ts';

/**
 * Disables all webhook endpoints and runs pending jobs, so that the clock does not deliver events to the many
 * endpoints that the suites created.
 */
async function quiet(app: TestApp): Promise<void> {
  await app.database.query(`UPDATE webhook_endpoint SET status = 'DISABLED'`);
  await app.drainJobs();
}

/**
 * Provides a fault to delete, and a stopped clock. Faults that the suites create are deleted before they take
 * effect.
 */
export function createSandboxRecords(app: TestApp, { id, token }: TestOrganization) {
  let sandboxFaultId: string | undefined;
  let struck = false;
  return {
    ids: async ({ operationId, path }: Operation) => {
      if (struck)
        await app.database.query('DELETE FROM sandbox_fault WHERE id <> $1', [sandboxFaultId ?? '']);
      struck = false;
      if (operationId === 'advanceSandboxClock') await quiet(app);
      if (!path.includes('{sandboxFaultId}')) return {} as Record<string, string>;
      const body = { kind: 'DELAY_NOTIFICATION', partner: 'MKF', delay: 'PT0S' };
      sandboxFaultId ??= (await app.request('POST', `/org/${id}/sandbox/fault`, { token, body })).body.id;
      return { sandboxFaultId: sandboxFaultId as string };
    },
    used: ({ operationId }: Operation) => {
      if (operationId === 'deleteSandboxFault') sandboxFaultId = undefined;
      if (operationId === 'createSandboxFault') struck = true;
    },
  };
}
