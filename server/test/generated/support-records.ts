import type { TestApp, TestOrganization } from '../harness.ts';
import type { Operation } from './operations.ts';

/** Opens a support ticket and returns its id. */
export async function openTicket(
  app: TestApp,
  { id, token }: TestOrganization,
  body: object = {},
): Promise<string> {
  const reply = await app.request('POST', `/org/${id}/support/ticket`, {
    token,
    body: { name: 'Help', ...body },
  });
  if (reply.status !== 200) throw new Error(`no ticket: ${reply.text}`);
  return reply.body.id;
}

/** Provides a ticket in the required state, and replaces the ticket before it reaches its limits. */
export function createSupportRecords(app: TestApp, org: TestOrganization) {
  let ticketId: string | undefined;
  let additions = 0;
  return {
    ids: async ({ path, operationId }: Operation) => {
      if (!path.includes('{ticketId}')) return {};
      ticketId ??= await openTicket(app, org);
      const ticket = `/org/${org.id}/support/ticket/${ticketId}`;
      const before = { closeSupportTicket: 'reopen', reopenSupportTicket: 'close' }[operationId];
      if (before) await app.request('PATCH', `${ticket}/${before}`, { token: org.token });
      return { ticketId };
    },
    used: ({ operationId }: Operation) => {
      if (!/^createSupportTicket(Comment|Attachment)$/.test(operationId) || ++additions % 15 > 0) return;
      ticketId = undefined;
    },
  };
}
