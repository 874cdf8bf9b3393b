import { type AiReservation, type Cents, reserveAi, settleAi } from '../../src/billing/index.ts';
import { setAiCredit } from '../../src/organizations/index.ts';
import { createInOrganization } from '../../src/platform/access/scope.ts';
import type { TestApp, TestOrganization } from '../harness.ts';

/** Actions of an organization in tests of the meter for AI features. */
export function aiUseOf(app: TestApp, { id, token }: TestOrganization) {
  const inOrganization = createInOrganization(app.app.database, app.app.newId);
  const get = async (path: string) => (await app.request('GET', `/org/${id}/${path}`, { token })).body;
  const reserve = (worstCase: Cents) =>
    inOrganization(id, 'req_test', (scope) => reserveAi(scope, { worstCase }));
  return {
    reserve,
    /** The reservation, or the reason of the refusal. */
    take: async (worstCase: Cents): Promise<AiReservation | string> => {
      const answer = await reserve(worstCase);
      return 'refused' in answer ? answer.refused : answer.reservation;
    },
    settle: (reservation: AiReservation, cost: Cents | 'UNKNOWN') =>
      inOrganization(id, 'req_test', (scope) => settleAi(scope, reservation, cost)),
    configure: async (body: object) => {
      const reply = await app.request('PATCH', `/org/${id}/aiBillingConfig`, { token, body });
      if (reply.status !== 200) throw new Error(reply.text);
      return reply.body;
    },
    /** Settings of the operator. */
    setCredit: (cents: number) => inOrganization(id, 'req_test', (scope) => setAiCredit(scope, cents)),
    config: () => get('aiBillingConfig'),
    usage: (month?: string) => get(month ? `aiUsage?month=${month}` : 'aiUsage'),
    invoices: () => get('aiInvoice'),
    get,
    /** Advances the organization’s clock, and runs the jobs that become due. */
    advance: async (by: string) => {
      const reply = await app.request('POST', `/org/${id}/sandbox/clock`, { token, body: { advance: by } });
      if (reply.status !== 200) throw new Error(reply.text);
      await app.drainJobs();
    },
  };
}
export type AiUse = ReturnType<typeof aiUseOf>;
