import type { Facts } from '../../facts/contract.ts';

type Additions = {
  records: Facts['records'];
  choices: Facts['choices'];
  answers: Readonly<Record<string, Readonly<Record<string, string>>>>;
};

/**
 * What the vendor’s reference pages publish beyond its OpenAPI files. The pages are newer; the files lack these
 * members, values and statuses.
 */
export const fulfilmentAdditions: Additions = {
  records: {
    Subscription: { lastModified: 'time' },
    SaaSOperation: { errorStatusCode: 'text', errorMessage: 'text' },
    // The body of a webhook is published as an example only.
    Notification: {
      id: 'uuid',
      activityId: 'uuid',
      publisherId: 'text',
      offerId: 'text',
      planId: 'text',
      quantity: 'int32',
      subscriptionId: 'uuid',
      timeStamp: 'time',
      action: 'Action',
      status: 'OperationStatus',
      operationRequestSource: 'RequestSource',
      subscription: 'Subscription',
      purchaseToken: 'text',
    },
  },
  choices: { Action: ['Subscribe'], RequestSource: ['Azure', 'Partner'] },
  // The pages publish 409 for a cancellation while an operation is pending. A change is assumed to be refused likewise.
  answers: { deleteSubscription: { 409: '' }, updateSubscription: { 409: '' } },
};

export const meteringAdditions: Additions = {
  records: {},
  choices: { ReconStatus: ['TestHeaders', 'DryRun'] },
  answers: {},
};

/** Combines the facts of a file with the additions of the reference pages. */
export const withAdditions = (facts: Facts, { records, choices, answers }: Additions): Facts => ({
  records: merged(facts.records, records, (published, added) => ({ ...published, ...added })),
  choices: merged(facts.choices, choices, (published, added) => [...published, ...added]),
  operations: Object.fromEntries(
    Object.entries(facts.operations).map(([name, operation]) => [
      name,
      { ...operation, answers: { ...operation.answers, ...answers[name] } },
    ]),
  ),
});

const merged = <T>(
  published: Readonly<Record<string, T>>,
  added: Readonly<Record<string, T>>,
  merge: (published: T, added: T) => T,
): Record<string, T> => ({
  ...published,
  ...Object.fromEntries(
    Object.entries(added).map(([name, one]) => {
      const known = published[name];
      return [name, known === undefined ? one : merge(known, one)];
    }),
  ),
});
