import type { SearchInput } from './agreements/search.ts';
import type { StartInput } from './catalog/change-requests.ts';
import type { ListEntitiesInput } from './catalog/lists.ts';
import type { Caller } from './identities.ts';
import type { QueueInput } from './queue.ts';
import type { World } from './server.ts';
import type { Call, Operations } from './service.ts';
import { createSts } from './sts.ts';

/** Binds an operation that takes an input and the caller's account. */
const ofAccount =
  <Input>(run: (input: Input, account: string) => unknown) =>
  ({ input, caller }: Call) =>
    run(input as Input, caller.accountId);

const ofCaller =
  <Input>(run: (input: Input, caller: Caller) => unknown) =>
  ({ input, caller }: Call) =>
    run(input as Input, caller);

/** Creates the simulated operations, by service. */
export function createOperations(world: World): Operations {
  const { changeSets, reads, identities, agreementReads, search, cancellations, queues } = world;
  const sts = createSts(identities);
  return {
    'sts.AssumeRole': ({ caller, input }) => sts.AssumeRole(caller, input as URLSearchParams),
    'sts.GetCallerIdentity': ({ caller }) => sts.GetCallerIdentity(caller),
    'catalog.StartChangeSet': ofAccount<StartInput>(changeSets.StartChangeSet),
    'catalog.DescribeChangeSet': ofAccount(changeSets.DescribeChangeSet),
    'catalog.CancelChangeSet': ofAccount(changeSets.CancelChangeSet),
    'catalog.ListChangeSets': ofAccount(changeSets.ListChangeSets),
    'catalog.DescribeEntity': ofAccount(reads.DescribeEntity),
    'catalog.BatchDescribeEntities': ofAccount(reads.BatchDescribeEntities),
    'catalog.ListEntities': ofAccount<ListEntitiesInput>(reads.ListEntities),
    'agreement.SearchAgreements': ofAccount<SearchInput>(search.SearchAgreements),
    'agreement.DescribeAgreement': ofAccount(agreementReads.DescribeAgreement),
    'agreement.GetAgreementTerms': ofAccount(agreementReads.GetAgreementTerms),
    'agreement.GetAgreementEntitlements': ofAccount(agreementReads.GetAgreementEntitlements),
    'agreement.SendAgreementCancellationRequest': ofAccount(cancellations.SendAgreementCancellationRequest),
    'agreement.GetAgreementCancellationRequest': ofAccount(cancellations.GetAgreementCancellationRequest),
    'agreement.CancelAgreementCancellationRequest': ofAccount(
      cancellations.CancelAgreementCancellationRequest,
    ),
    'agreement.ListAgreementCancellationRequests': ofAccount(cancellations.ListAgreementCancellationRequests),
    'agreement.ListAgreementInvoiceLineItems': ofAccount(world.invoices.ListAgreementInvoiceLineItems),
    'agreement.BatchCreateBillingAdjustmentRequest': ofAccount(
      world.adjustments.BatchCreateBillingAdjustmentRequest,
    ),
    'agreement.GetBillingAdjustmentRequest': ofAccount(world.adjustments.GetBillingAdjustmentRequest),
    'agreement.ListBillingAdjustmentRequests': ofAccount(world.adjustments.ListBillingAdjustmentRequests),
    'entitlement.GetEntitlements': ofAccount(world.entitlements.GetEntitlements),
    'metering.ResolveCustomer': ofAccount(world.metering.ResolveCustomer),
    'metering.BatchMeterUsage': ofAccount(world.metering.BatchMeterUsage),
    'sqs.ReceiveMessage': ({ input, caller, request }) =>
      queues.ReceiveMessage(input as QueueInput, caller, request.signal),
    'sqs.DeleteMessage': ofCaller(queues.DeleteMessage),
    'sqs.DeleteMessageBatch': ofCaller(queues.DeleteMessageBatch),
    'sqs.GetQueueAttributes': ofCaller(queues.GetQueueAttributes),
    'sqs.GetQueueUrl': ofCaller(queues.GetQueueUrl),
  };
}
