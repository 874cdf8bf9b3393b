import type { EntitlementRequest, WithId, WorkloadEntitlement } from '@tradepost/sdk';
import {
  acceptEntitlementRequest,
  listEntitlementRequests,
  rejectEntitlementRequest,
} from '../../generated/entitlements.ts';
import type { Action } from '../../ui/operation/action.ts';
import { section } from '../../ui/resource/index.ts';
import { Section } from '../../ui/resource/section.tsx';
import { Status } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';

type Entitlement = WithId<WorkloadEntitlement>;
type Request = WithId<EntitlementRequest>;

const isAnswered = ({ status }: Request): boolean => status !== 'PENDING';
const params = ({ id }: Request) => ({ entitlementRequestId: id });

const answers: readonly Action<Request>[] = [
  {
    operation: acceptEntitlementRequest,
    label: 'Accept',
    params,
    omit: ['reason'],
    isHidden: isAnswered,
    question:
      'The marketplace changes the purchase, and the buyer pays the price of the new plan or quantity.',
    done: 'The acceptance is being sent to the marketplace.',
  },
  {
    operation: rejectEntitlementRequest,
    label: 'Reject',
    submit: 'Reject',
    kind: 'danger',
    params,
    isHidden: isAnswered,
    done: 'The rejection is being sent to the marketplace.',
  },
];

/** The reason of a rejection, or why the marketplace refused the last answer. */
const noteOf = ({ prettifiedErrorMessages = [], reason }: Request): string | undefined =>
  prettifiedErrorMessages.at(-1) ?? reason;

const requests = section<Entitlement, Request>({
  title: 'Changes requested by the buyer',
  operation: listEntitlementRequests,
  columns: [
    {
      name: 'Change',
      cell: ({ type, planID, quantity }) =>
        type === 'CHANGE_PLAN' ? `To the plan ${planID ?? ''}` : `To the quantity ${quantity ?? ''}`,
    },
    { name: 'Status', cell: ({ status }) => <Status of={status} /> },
    { name: 'Requested', cell: ({ creationTime }) => <Time at={creationTime} /> },
    { name: 'Answered', cell: ({ answerTime }) => answerTime && <Time at={answerTime} /> },
    { name: 'Note', cell: noteOf },
  ],
  rowActions: answers,
  isStacked: true,
  empty: 'The buyer has requested no changes.',
});

/** The changes of plan or quantity that the buyer requested, with the seller’s answers. */
export const Requests = ({ orgId, entitlement }: { orgId: string; entitlement: Entitlement }) => (
  <Section section={requests} orgId={orgId} params={{ entitlementId: entitlement.id }} record={entitlement} />
);
