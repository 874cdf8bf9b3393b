import type { TestApp, TestOrganization } from '../harness.ts';
import type { Operation } from './operations.ts';

/** The clock has everything told: not to each of the endpoints that the suites made, though. */
async function quiet(app: TestApp): Promise<void> {
  await app.database.query(`UPDATE webhook_endpoint SET status = 'DISABLED'`);
  await app.drainJobs();
}

/** A fault to delete, and a clock that stands still. What the suites let go wrong is gone before it can strike. */
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
