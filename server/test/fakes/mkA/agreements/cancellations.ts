import type { Clock } from '../../http/clock.ts';
import type { Pages } from '../../http/pages.ts';
import { denied, ServiceError } from '../errors.ts';
import type { Ids } from '../ids.ts';
import type { Agreement, Agreements } from './agreements.ts';
import { requireParty, wrong } from './reads.ts';

export type Cancellation = {
  id: string;
  agreement: Agreement;
  status: 'PENDING_APPROVAL' | 'APPROVED' | 'REJECTED' | 'CANCELLED' | 'VALIDATION_FAILED';
  statusMessage: string;
  reasonCode: string;
  description: string | undefined;
  createdMs: number;
  updatedMs: number;
};

const reasons = [
  'ALTERNATIVE_PROCUREMENT_CHANNEL',
  'BUYER_DISSATISFACTION',
  'INCORRECT_TERMS_ACCEPTED',
  'OTHER',
  'PRODUCT_DISCONTINUED',
  'REPLACING_AGREEMENT',
  'TEST_AGREEMENT',
  'UNINTENDED_RENEWAL',
];

/** The buyer's response deadline; a missing response counts as consent. */
const silenceMs = 7 * 86_400_000;
const validatingMs = 60_000;

type Parts = {
  agreements: Agreements;
  clock: Clock;
  ids: Ids;
  pages: Pages;
  onNews: (cancellation: Cancellation) => void;
};
type Input = {
  agreementId?: string;
  agreementCancellationRequestId?: string;
  reasonCode?: string;
  description?: string;
  clientToken?: string;
  cancellationReason?: string;
};

/**
 * Simulates cancellation requests, in which a seller requests the buyer's consent to the end of an agreement.
 */
export function createCancellations(parts: Parts) {
  const { agreements, pages } = parts;
  const { kept, ordered, move, open } = createRequests(parts);
  const tokens = new Map<string, { body: string; id: string }>();
  const require = (id: string | undefined): Cancellation => {
    const found = kept.get(id ?? '');
    if (found) return found;
    const more = { resourceId: id, resourceType: 'AGREEMENT_CANCELLATION_REQUEST' };
    throw new ServiceError('ResourceNotFoundException', 404, `There is no cancellation request ${id}.`, more);
  };
  return {
    ordered,
    all: () => [...kept.values()],
    approve: (id: string) => move(require(id), 'APPROVED'),
    reject: (id: string, why = 'We still need it.') => move(require(id), 'REJECTED', why),
    SendAgreementCancellationRequest: (input: Input, account: string) => {
      const agreement = requireParty(agreements, input.agreementId, account);
      if (agreement.proposer !== account) throw denied('Only the proposer may ask for a cancellation.');
      checkReason(input);
      const body = JSON.stringify([agreement.id, input.reasonCode, input.description]);
      const known = tokens.get(`${account} ${input.clientToken}`);
      if (known && known.body !== body)
        throw wrong('INVALID_CLIENT_TOKEN', 'clientToken was used for another request.');
      if (known) return shownOf(require(known.id));
      if (agreement.status !== 'ACTIVE') throw wrong('INACTIVE_AGREEMENT', 'The agreement is not active.');
      const one = open(agreement, input);
      if (input.clientToken !== undefined)
        tokens.set(`${account} ${input.clientToken}`, { body, id: one.id });
      return shownOf(one);
    },
    GetAgreementCancellationRequest: (input: Input, account: string) => {
      requireParty(agreements, input.agreementId, account);
      return shownOf(require(input.agreementCancellationRequestId));
    },
    CancelAgreementCancellationRequest: (input: Input, account: string) => {
      requireParty(agreements, input.agreementId, account);
      const one = require(input.agreementCancellationRequestId);
      if (one.status !== 'PENDING_APPROVAL') throw conflict(`The cancellation request is ${one.status}.`);
      move(one, 'CANCELLED', input.cancellationReason);
      return shownOf(one);
    },
    ListAgreementCancellationRequests: (input: ListInput, account: string) =>
      list([...kept.values()], pages, input, account),
  };
}

const conflict = (message: string) => new ServiceError('ConflictException', 409, message);

function checkReason({ reasonCode = '', description }: Input): void {
  if (!reasons.includes(reasonCode)) throw wrong('OTHER', 'reasonCode is not valid.');
  if (description !== undefined && (description.length < 1 || description.length > 2000))
    throw wrong('INVALID_DESCRIPTION', 'description must have between 1 and 2000 characters.');
}

/**
 * Applies the outcomes of requests: the buyer’s response, a missing response, or the marketplace’s own
 * validation.
 */
function createRequests({ agreements, clock, ids, onNews }: Parts) {
  const kept = new Map<string, Cancellation>();
  const ordered: string[] = [];
  const isPending = ({ status }: Cancellation) => status === 'PENDING_APPROVAL';
  const move = (one: Cancellation, status: Cancellation['status'], statusMessage = '') => {
    if (!isPending(one)) throw new Error(`The request ${one.id} is ${one.status}.`);
    Object.assign(one, { status, statusMessage, updatedMs: clock.now() });
    if (status === 'APPROVED' && one.agreement.status === 'ACTIVE')
      agreements.end(one.agreement.id, 'CANCELLED');
    onNews(one);
  };
  const ifPending = (one: Cancellation, run: () => void) => () => {
    if (isPending(one)) run();
  };
  const open = (agreement: Agreement, { reasonCode = '', description }: Input): Cancellation => {
    if ([...kept.values()].some((one) => one.agreement.id === agreement.id && isPending(one)))
      throw conflict('There is a pending cancellation request.');
    const one: Cancellation = {
      id: ids.cancellation(),
      agreement,
      status: 'PENDING_APPROVAL',
      statusMessage: '',
      reasonCode,
      description,
      createdMs: clock.now(),
      updatedMs: clock.now(),
    };
    kept.set(one.id, one);
    const failure = ordered.shift();
    if (failure === undefined) {
      onNews(one);
      const approve = ifPending(one, () => move(one, 'APPROVED'));
      clock.schedule('LIFE', clock.now() + silenceMs, approve);
      return one;
    }
    const fail = ifPending(one, () => move(one, 'VALIDATION_FAILED', failure));
    clock.schedule('WORK', clock.now() + validatingMs, fail);
    return one;
  };
  return { kept, ordered, move, open };
}

type ListInput = {
  partyType?: string;
  agreementId?: string;
  status?: string;
  maxResults?: number;
  nextToken?: string;
};

function list(all: readonly Cancellation[], pages: Pages, input: ListInput, account: string) {
  const { partyType = '', agreementId, status, maxResults = 50, nextToken } = input;
  if (!['Proposer', 'Acceptor'].includes(partyType))
    throw wrong('OTHER', 'partyType must be Proposer or Acceptor.');
  const rows = all
    .filter(
      ({ agreement }) => (partyType === 'Proposer' ? agreement.proposer : agreement.acceptor) === account,
    )
    .filter((one) => agreementId === undefined || one.agreement.id === agreementId)
    .filter((one) => status === undefined || one.status === status);
  const page =
    nextToken === undefined ? pages.first(rows, maxResults) : pages.next<Cancellation>(nextToken, maxResults);
  if (!page) throw wrong('INVALID_NEXT_TOKEN', 'nextToken is not valid.');
  return { items: page.rows.map(summaryOf), nextToken: page.next };
}

/** Returns the list entry of a request, which omits the explanation of the outcome. */
function summaryOf(one: Cancellation) {
  const { statusMessage: _message, description: _description, ...summary } = shownOf(one);
  return summary;
}

const shownOf = (one: Cancellation) => ({
  agreementCancellationRequestId: one.id,
  agreementId: one.agreement.id,
  agreementType: 'PurchaseAgreement',
  catalog: 'AWSMarketplace',
  status: one.status,
  statusMessage: one.statusMessage,
  reasonCode: one.reasonCode,
  description: one.description,
  createdAt: one.createdMs / 1000,
  updatedAt: one.updatedMs / 1000,
});
