import { type Check, like, list, object, oneOf, whole, words } from './checks.ts';

/**
 * Constraints on queue and session requests, from the service models. The queue limits are from a separate
 * publication.
 */
const text = like(1, Number.POSITIVE_INFINITY);
const attributes = list(
  0,
  50,
  oneOf(
    ...words(`All Policy VisibilityTimeout MaximumMessageSize MessageRetentionPeriod QueueArn
    ApproximateNumberOfMessages ApproximateNumberOfMessagesNotVisible CreatedTimestamp
    LastModifiedTimestamp ApproximateNumberOfMessagesDelayed DelaySeconds RedrivePolicy
    ReceiveMessageWaitTimeSeconds FifoQueue ContentBasedDeduplication KmsMasterKeyId
    KmsDataKeyReusePeriodSeconds DeduplicationScope FifoThroughputLimit RedriveAllowPolicy
    SqsManagedSseEnabled`),
  ),
);
const systemAttributes = list(
  0,
  50,
  oneOf(
    ...words(`All SenderId SentTimestamp ApproximateReceiveCount ApproximateFirstReceiveTimestamp
    SequenceNumber MessageDeduplicationId MessageGroupId AWSTraceHeader
    DeadLetterQueueSourceArn`),
  ),
);

export const queueRequests: Readonly<Record<string, Check>> = {
  ReceiveMessage: object(
    { QueueUrl: text },
    {
      AttributeNames: attributes,
      MessageSystemAttributeNames: systemAttributes,
      MessageAttributeNames: list(0, 50, text),
      MaxNumberOfMessages: whole(1, 10),
      VisibilityTimeout: whole(0, 43_200),
      WaitTimeSeconds: whole(0, 20),
      ReceiveRequestAttemptId: text,
    },
  ),
  DeleteMessage: object({ QueueUrl: text, ReceiptHandle: text }),
  DeleteMessageBatch: object({
    QueueUrl: text,
    Entries: list(1, 10, object({ Id: like(1, 80, /^[\w-]+$/), ReceiptHandle: text })),
  }),
  GetQueueAttributes: object({ QueueUrl: text }, { AttributeNames: attributes }),
  GetQueueUrl: object({ QueueName: text }, { QueueOwnerAWSAccountId: text }),
};

const arn = like(20, 2048, /^arn:\S+$/);
const isSeconds = /^\d{1,9}$/;
/** Checks a form value, which is always text. */
const ofForm =
  (check: Check): Check =>
  (value, field) =>
    check(isSeconds.test(String(value)) ? Number(value) : value, field);

export const sessionRequests: Readonly<Record<string, Check>> = {
  AssumeRole: object(
    { RoleArn: arn, RoleSessionName: like(2, 64, /^[\w+=,.@-]*$/) },
    {
      DurationSeconds: ofForm(whole(900, 43_200)),
      ExternalId: like(2, 1224, /^[\w+=,.@:/-]*$/),
      Policy: like(1, 2048),
      SourceIdentity: like(2, 64, /^[\w+=,.@-]*$/),
      SerialNumber: like(9, 256, /^[\w+=/:,.@-]*$/),
      TokenCode: like(6, 6, /^\d*$/),
    },
  ),
  GetCallerIdentity: object({}),
};
