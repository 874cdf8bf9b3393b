import { isGuid } from '../addresses.ts';
import { type Calls, rates } from '../calls.ts';
import { busy, type Reply, refusal } from '../errors.ts';
import { noSubscription } from './subscriptions.ts';

const rate = rates.fulfilment;

/** Retry delay while another operation locks the subscription. */
const lockedMs = 30_000;

/** The calls that change subscriptions. Ids are checked by the callers. */
export type Changes = {
  activate(id: string, plan: { planId: string; quantity: number | undefined }): Promise<void>;
  /** Starts a change, and returns the id of its operation. */
  changeQuantity(id: string, quantity: number): Promise<string>;
  cancel(id: string): Promise<string>;
  /**
   * Answers an operation.
   * @returns false if the operation has ended, or does not exist
   */
  answer(id: string, operationId: string, accepts: boolean): Promise<boolean>;
};

export function createChanges({ call }: Pick<Calls, 'call'>): Changes {
  const one = (id: string) => `/saas/subscriptions/${id}`;
  return {
    activate: async (id, { planId, quantity }) => {
      await call({
        method: 'POST',
        path: `${one(id)}/activate`,
        body: { planId, ...(quantity === undefined ? {} : { quantity }) },
        rate,
        explain: explained('The marketplace does not activate the subscription. Its message is included.'),
      });
    },
    changeQuantity: async (id, quantity) => {
      const explain = explained(
        'The marketplace does not accept the number of units. Check the limits of the plan, and that the subscription was not bought through a reseller.',
      );
      const reply = await call({ method: 'PATCH', path: one(id), body: { quantity }, rate, explain });
      return operationIn(reply);
    },
    cancel: async (id) => {
      const explain = explained(
        'The marketplace does not let the seller cancel this subscription. If it was bought through a reseller, only the reseller can cancel it.',
      );
      return operationIn(await call({ method: 'DELETE', path: one(id), rate, explain }));
    },
    answer: async (id, operationId, accepts) => {
      const path = `${one(id)}/operations/${operationId}`;
      const body = { status: accepts ? 'Success' : 'Failure' };
      const explain = ({ status }: Reply) => (status === 404 || status === 409 ? ended : undefined);
      try {
        await call({ method: 'PATCH', path, body, rate, explain });
        return true;
      } catch (error) {
        if (error === ended) return false;
        throw error;
      }
    },
  };
}

/** Marks an operation that can no longer be answered; never leaves this file. */
const ended = refusal('HTTP 409');

/** Converts the refusals of a change; the marketplace's message is kept. */
const explained =
  (readable: string) =>
  (reply: Reply): ReturnType<typeof refusal> | undefined => {
    if (reply.status === 404) return noSubscription();
    if (reply.status === 409)
      return busy(
        'HTTP 409',
        'Another change of the subscription is in progress. The call is repeated automatically.',
        lockedMs,
      );
    const { error } = (reply.body ?? {}) as { error?: { code?: string; message?: string } };
    const said = [error?.code, error?.message].filter(Boolean).join(': ').slice(0, 400);
    return reply.status === 400 ? refusal(`400 ${said}`.trim(), readable) : undefined;
  };

/** Reads the operation's id from its address, which is not followed. */
function operationIn({ headers }: Reply): string {
  const found = /\/operations\/([^/?]+)/.exec(headers.get('operation-location') ?? '')?.[1] ?? '';
  return isGuid(found) ? found.toLowerCase() : '';
}
