import type { MarketplaceAdapter, RequestAnswer } from '../../adapter.ts';
import { inTable } from '../../in-table.ts';
import type { BuyerRequest } from '../../snapshots.ts';
import { isGuid } from '../addresses.ts';
import { refusal, unreadable } from '../errors.ts';
import type { Changes } from './operations.ts';
import { isSame, lower, type Operation } from './records.ts';
import type { Subscriptions } from './subscriptions.ts';
import { timeOf } from './terms.ts';

type Port = Required<Pick<MarketplaceAdapter, 'readRequest' | 'answerRequest'>>;
type Deps = { subscriptions: Subscriptions; changes: Changes };

/** The actions that the marketplace asks the seller about. */
export const requestActions = ['ChangePlan', 'ChangeQuantity', 'Reinstate'] as const;

/** The id of a buyer's request: an operation has an id of its own, but is read with its subscription. */
export const requestId = (subscriptionId: string, operationId: string): string =>
  `${subscriptionId.toLowerCase()}/${operationId.toLowerCase()}`;

const partsOf = (externalId: string): [id: string, operationId: string] | undefined => {
  const [id = '', operationId = '', ...others] = externalId.split('/');
  return isGuid(id) && isGuid(operationId) && others.length === 0 ? [id, operationId] : undefined;
};

const statuses: Readonly<Record<string, BuyerRequest['status']>> = {
  notstarted: 'PENDING',
  inprogress: 'PENDING',
  succeeded: 'ACCEPTED',
  failed: 'REJECTED',
  conflict: 'LAPSED',
};

/**
 * Creates the adapter methods for changes that buyers request. A reinstatement is a request without a plan or
 * a quantity.
 */
export function createRequestPort({ subscriptions, changes }: Deps): Port {
  async function read(externalId: string): Promise<BuyerRequest | undefined> {
    const parts = partsOf(externalId);
    const found = parts && (await subscriptions.findOperation(...parts));
    return found && showRequest(parts[0], parts[1], found);
  }

  /** Accepts or rejects a request, unless it has ended. The outcome is read afterwards, because others answer too. */
  async function answer(externalId: string, { accepts }: RequestAnswer): Promise<void> {
    const [id, operationId] = partsOf(externalId) ?? [];
    const request = await read(externalId);
    if (!id || !operationId || !request) throw noRequest();
    const isAnswered = request.status === 'PENDING' && (await changes.answer(id, operationId, accepts));
    if (isAnswered) return;
    const outcome = request.status === 'PENDING' ? await read(externalId) : request;
    if (outcome?.status === (accepts ? 'ACCEPTED' : 'REJECTED')) return;
    // The marketplace reinstates without an answer, so an ended reinstatement needs none.
    if (accepts && isReinstatement(request)) return;
    throw refusal(
      `ANSWERED_OTHERWISE: ${outcome?.status ?? 'missing'}`,
      outcome?.status === 'ACCEPTED'
        ? 'The change was accepted already: the marketplace takes ten seconds of silence for an acceptance.'
        : 'The change was rejected or withdrawn already. Synchronize to see the current state.',
    );
  }
  return { readRequest: read, answerRequest: answer };
}

const isReinstatement = ({ planId, quantity }: BuyerRequest): boolean =>
  planId === undefined && quantity === undefined;

const noRequest = () =>
  refusal('HTTP 404', 'The marketplace has no such request of this seller. Synchronize, then try again.');

/** Shows an operation; undefined if the seller is not asked about its action. */
function showRequest(id: string, operationId: string, found: Operation): BuyerRequest | undefined {
  const { action, status, planId, quantity, timeStamp } = found;
  const shown = inTable(statuses, lower(status));
  if (!shown || !requestActions.some((known) => isSame(action, known))) return undefined;
  requireChange(found);
  return {
    externalId: requestId(id, operationId),
    externalAgreementId: id.toLowerCase(),
    ...(isSame(action, 'ChangePlan') ? { planId } : {}),
    ...(isSame(action, 'ChangeQuantity') ? { quantity } : {}),
    status: shown,
    creationTime: timeOf(timeStamp),
  };
}

/** A change without its new value would be taken for a reinstatement, which is always accepted. */
function requireChange({ action, planId, quantity }: Operation): void {
  const isPlan = typeof planId === 'string' && planId !== '';
  const isQuantity =
    typeof quantity === 'number' && Number.isSafeInteger(quantity) && quantity <= largestQuantity;
  if ((isSame(action, 'ChangePlan') && !isPlan) || (isSame(action, 'ChangeQuantity') && !isQuantity))
    throw unreadable('a request without its new plan or quantity', 'reads');
}

/** The largest number of units that the service stores. */
const largestQuantity = 2_147_483_647;
