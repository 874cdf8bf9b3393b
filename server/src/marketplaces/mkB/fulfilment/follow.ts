import { type Change, completedChange } from '../../changes.ts';
import { isGuid } from '../addresses.ts';
import type { Changes } from './operations.ts';
import { isSame, type Operation, type Subscription } from './records.ts';
import { statusOf } from './show.ts';
import type { Subscriptions } from './subscriptions.ts';

/** Polls: an operation takes seconds to minutes, an activation minutes. */
const [operationMs, activationMs] = [10_000, 30_000];

const activation = 'activation/';
const operation = 'operation/';

/** The handle of an operation that this service started. Notifications of the operation contain both ids. */
export const operationHandle = (id: string, operationId: string): string =>
  `${operation}${id.toLowerCase()}/${operationId.toLowerCase()}`;

export const runningOperation = (id: string, operationId: string): Change => ({
  state: 'RUNNING',
  handle: operationHandle(id, operationId),
  askAgainMs: operationMs,
});

export const runningActivation = (id: string): Change => ({
  state: 'RUNNING',
  handle: `${activation}${id.toLowerCase()}`,
  askAgainMs: activationMs,
});

type Deps = { subscriptions: Subscriptions; changes: Changes };

/** Creates the adapter method that reads the progress of activations, changes and cancellations. */
export function createReadChange({ subscriptions, changes }: Deps) {
  /** The list of states lags behind an activation, which has no operation. */
  async function readActivation(id: string): Promise<Change> {
    const found = await subscriptions.find(id);
    const status = found && statusOf(found);
    if (!found || !status || status === 'CANCELLED')
      return failed(
        'ACTIVATION_FAILED',
        'The marketplace did not activate the subscription, and has cancelled it. The buyer can purchase again.',
      );
    return status === 'PENDING_START' ? runningActivation(id) : completedChange(id);
  }

  async function readOperation(id: string, operationId: string): Promise<Change> {
    const found = await subscriptions.findOperation(id, operationId);
    if (!found) return readLost(id);
    if (isSame(found.status, 'Succeeded')) return completedChange(id);
    if (isSame(found.status, 'Conflict')) return conflicted(found, await subscriptions.find(id));
    if (isSame(found.status, 'Failed')) return operationFailed(found);
    // The marketplace asks also about changes that the seller started.
    if (isSame(found.status, 'InProgress') && /^change/i.test(found.action ?? ''))
      await changes.answer(id, operationId, true);
    return runningOperation(id, operationId);
  }

  /** A cancelled subscription may no longer have its operations. */
  async function readLost(id: string): Promise<Change> {
    const one = await subscriptions.find(id);
    if (one && statusOf(one) === 'CANCELLED') return completedChange(id);
    return { ...unknownChange };
  }

  return async (handle: string): Promise<Change> => {
    const [id = '', operationId = ''] = handle.slice(handle.indexOf('/') + 1).split('/');
    if (handle.startsWith(activation) && isGuid(id)) return readActivation(id);
    // A response without the address of its operation leaves only the subscription to read.
    if (handle.startsWith(operation) && isGuid(id))
      return isGuid(operationId) ? readOperation(id, operationId) : readLost(id);
    return { ...unknownChange };
  };
}

const failed = (code: string, readable: string): Change => ({ state: 'FAILED', code, readable });

const unknownChange: Change = {
  state: 'FAILED',
  code: 'CHANGE_NOT_FOUND',
  readable: 'The marketplace no longer has the change. Synchronize to see the current state, then try again.',
  isUnknown: true,
};

/** A conflict means that the subscription had the new value already, or has changed since. */
function conflicted({ action, quantity }: Operation, one: Subscription | undefined): Change {
  const isDone =
    one !== undefined &&
    (isSame(action, 'Unsubscribe') ? statusOf(one) === 'CANCELLED' : one.quantity === quantity);
  return isDone
    ? completedChange(one.id)
    : failed('Conflict', 'The subscription has changed meanwhile. Check its current state, then try again.');
}

const operationFailed = ({ errorStatusCode, errorMessage }: Operation): Change =>
  failed(
    [errorStatusCode, errorMessage].filter(Boolean).join(': ').slice(0, 400) || 'Failed',
    'The marketplace did not apply the change. Check the subscription there, then try again.',
  );
