import type {
  AgreementCancellationRequestReasonCode,
  AgreementCancellationRequestSummary,
} from '@aws-sdk/client-marketplace-agreement';
import type { CancellationReason } from '../../adapter.ts';
import { type CancellationRequest, cancellationRequestStates } from '../../snapshots.ts';
import { type Calls, rates } from '../calls.ts';
import { Catalog } from '../catalog.ts';
import { noneIfRefused, refusal } from '../errors.ts';
import { AgreementType, isAgreementId, readAllPages } from './paging.ts';

/** Time for the buyer to respond; without a response, the agreement then ends. */
const answerMs = 7 * 86_400_000;

export type CancellationRequests = ReadonlyMap<string, CancellationRequest>;

type Query = { agreementId?: string; status?: 'PENDING_APPROVAL' };

const list = (call: Calls['call'], query: Query): Promise<AgreementCancellationRequestSummary[]> =>
  readAllPages(async (nextToken) => {
    const toCancellationRequests = await call(
      'agreement',
      (client, { ListAgreementCancellationRequestsCommand }) =>
        client.send(
          new ListAgreementCancellationRequestsCommand({
            partyType: 'Proposer',
            catalog: Catalog,
            agreementType: AgreementType,
            ...query,
            ...(nextToken ? { nextToken } : {}),
          }),
        ),
    );
    return { items: toCancellationRequests.items, next: toCancellationRequests.nextToken };
  });

/**
 * Creates the calls for cancellation requests. The seller requests the cancellation of an agreement; the
 * buyer approves or rejects the request.
 */
export const cancellationCalls = (call: Calls['call']) => ({
  /** Reads the latest request for each agreement, or for a single agreement. */
  lastRequests: async (agreementId?: string): Promise<CancellationRequests> =>
    lastOf(await list(call, agreementId ? { agreementId } : {})),
  /** Withdraws the pending cancellation requests of an agreement. */
  withdrawRequests: async (agreementId: string, description?: string): Promise<void> => {
    if (!isAgreementId(agreementId)) throw refusal('ResourceNotFoundException');
    const pending = await list(call, { agreementId, status: 'PENDING_APPROVAL' });
    for (const { agreementCancellationRequestId } of pending)
      await call(
        'agreement',
        (client, { CancelAgreementCancellationRequestCommand }) =>
          client
            .send(
              new CancelAgreementCancellationRequestCommand({
                agreementId,
                agreementCancellationRequestId,
                cancellationReason: description || 'The seller withdraws the request.',
              }),
            )
            .catch(fineIfConflict),
        { effect: 'writes', rate: rates.cancellationRequest },
      );
  },
  /** Reads the request with the explanation of its outcome, which lists omit. */
  explained: async (agreementId: string, request: CancellationRequest): Promise<CancellationRequest> => {
    if (!explainedStates.has(request.status)) return request;
    // Roles from earlier setups lack this permission. The status is available without the explanation.
    const shown = await call('agreement', (client, { GetAgreementCancellationRequestCommand }) =>
      client.send(
        new GetAgreementCancellationRequestCommand({
          agreementId,
          agreementCancellationRequestId: request.externalId,
        }),
      ),
    ).catch(noneIfRefused);
    return shown?.statusMessage ? { ...request, message: shown.statusMessage } : request;
  },
  /**
   * Requests the buyer's consent to a cancellation. Calls with the same token create one request.
   * @param clientToken letters, digits and hyphens
   */
  askForEnd: async (agreementId: string, clientToken: string, reason?: CancellationReason): Promise<void> => {
    if (!isAgreementId(agreementId)) throw refusal('ResourceNotFoundException');
    await call(
      'agreement',
      (client, { SendAgreementCancellationRequestCommand }) =>
        client
          .send(
            new SendAgreementCancellationRequestCommand({
              agreementId,
              clientToken,
              reasonCode: reasonCodeOf(reason),
              description: reason?.description || 'The seller requests the end of the agreement.',
            }),
          )
          .catch(fineIfConflict),
      { effect: 'writes', rate: rates.cancellationRequest },
    );
  },
});

/** Reason code from `cancellationReasons` of the capabilities; the service rejects all other codes. */
const reasonCodeOf = (reason: CancellationReason | undefined) =>
  (reason?.code ?? 'OTHER') as AgreementCancellationRequestReasonCode;

const explainedStates: ReadonlySet<string> = new Set(['REJECTED', 'CANCELLED', 'VALIDATION_FAILED']);

function lastOf(items: readonly AgreementCancellationRequestSummary[]): CancellationRequests {
  const last = new Map<string, AgreementCancellationRequestSummary>();
  const madeAt = ({ createdAt }: AgreementCancellationRequestSummary) => createdAt?.getTime() ?? 0;
  for (const item of items) {
    const known = item.agreementId ? last.get(item.agreementId) : undefined;
    if (item.agreementId && (!known || madeAt(item) > madeAt(known))) last.set(item.agreementId, item);
  }
  return new Map([...last].flatMap(([id, item]) => shown(item).map((request) => [id, request] as const)));
}

/** Converts a request; undefined if this adapter does not support its status. */
function shown(item: AgreementCancellationRequestSummary): CancellationRequest[] {
  const status = cancellationRequestStates.find((state) => state === item.status);
  if (!status || !item.agreementCancellationRequestId) return [];
  const answerTime =
    status === 'PENDING_APPROVAL' && item.createdAt
      ? new Date(item.createdAt.getTime() + answerMs).toISOString()
      : undefined;
  return [
    {
      externalId: item.agreementCancellationRequestId,
      status,
      reasonCode: item.reasonCode,
      creationTime: item.createdAt?.toISOString(),
      lastUpdateTime: item.updatedAt?.toISOString(),
      answerTime,
    },
  ];
}

/** A request is already pending, or the buyer responded before the withdrawal. The agreement is read next. */
function fineIfConflict(thrown: unknown): undefined {
  if ((thrown as { name?: string } | undefined)?.name === 'ConflictException') return undefined;
  throw thrown;
}
