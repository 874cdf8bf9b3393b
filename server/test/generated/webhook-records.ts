import type { TestApp, TestOrganization } from '../harness.ts';
import type { Operation } from './operations.ts';

/**
 * Provides a webhook endpoint with a delivery. A deleted endpoint is replaced; a disabled endpoint is enabled
 * again.
 */
export function createWebhookRecords(app: TestApp, { id, token }: TestOrganization) {
  let made: { webhookId: string; deliveryId: string } | undefined;
  let isChanged = false;
  const post = async (path: string, body?: object): Promise<{ id: string }> => {
    const reply = await app.request('POST', `/org/${id}/webhook${path}`, {
      token,
      ...(body ? { body } : {}),
    });
    if (reply.status !== 200) throw new Error(`webhook${path}: ${reply.text}`);
    return reply.body;
  };
  const make = async () => {
    await app.database.query(
      `INSERT INTO quota (organization_id, name, maximum, last_update_time)
       VALUES ($1, 'webhookEndpoints', 1000000, now()) ON CONFLICT DO NOTHING`,
      [id],
    );
    const { id: webhookId } = await post('', { url: 'https://example.com/hooks' });
    return { webhookId, deliveryId: (await post(`/${webhookId}/test`)).id };
  };
  return {
    ids: async (operation?: Operation) => {
      made ??= await make();
      const isClock = operation?.operationId === 'advanceSandboxClock';
      // Advancing the clock disables the endpoint, so it is enabled again before the next operation.
      if (isClock) isChanged = true;
      else if (isChanged) await post(`/${made.webhookId}/enable`);
      if (!isClock) isChanged = false;
      return made;
    },
    used: ({ operationId }: Operation) => {
      if (operationId === 'deleteWebhook') made = undefined;
      if (operationId === 'updateWebhook') isChanged = true;
    },
  };
}
