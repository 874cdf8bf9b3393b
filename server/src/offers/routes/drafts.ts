import { RawJson, route } from '../../platform/http/route.ts';
import { encodeOffer } from '../columns.ts';
import type { OfferDeps } from '../commands/index.ts';
import { changeDraft, saveDraft, validateOffer } from '../commands/index.ts';
import { offerRequestExample } from '../examples.ts';
import { serverOwnedFields } from '../prepare/index.ts';
import { OfferValidation, WorkloadOffer } from '../records.ts';

const common = { method: 'POST', group: 'Offer', body: WorkloadOffer, bodyRequired: true } as const;

/** The routes of what comes before an offer is created. */
export const draftRoutes = (deps: OfferDeps) => [
  route({
    ...common,
    path: '/org/{orgId}/draftOffer',
    operationId: 'createOrUpdateDraftOffer',
    summary: 'Save a draft of an offer',
    description:
      'With the id of a draft that draft becomes what the body says, as a whole. Any other id is ignored, and a new ' +
      'draft made. A draft may be incomplete: it is checked when it is submitted, by creating an offer with its id.',
    access: 'offers:write',
    ignored: serverOwnedFields,
    meant: ['id'],
    example: offerRequestExample,
    quota: 'offers',
    // A draft that is there already may go on being changed.
    whenFull: async (scope, request) => {
      const row = await changeDraft(scope, request);
      return row && { body: new RawJson(encodeOffer(row)) };
    },
    response: WorkloadOffer,
    responseDescription: 'The draft',
    run: {
      kind: 'transaction',
      handle: async (scope, request) => ({
        body: new RawJson(encodeOffer(await saveDraft(scope, request))),
      }),
    },
  }),
  route({
    ...common,
    path: '/org/{orgId}/offer/validate',
    operationId: 'validateOffer',
    summary: 'Check an offer without creating it',
    description:
      'Every check that creating it would make: the form of the body, the rules of this service, whether the records ' +
      'that it names are there, and what its marketplace is known to refuse. Nothing is written. With the id of a ' +
      'draft, what that draft would be submitted as is checked.',
    access: 'offers:write',
    ignored: serverOwnedFields,
    meant: ['id'],
    example: offerRequestExample,
    response: OfferValidation,
    responseExample: {
      valid: false,
      findings: [
        {
          source: 'RULES',
          severity: 'ERROR',
          pointer: '/expireTime',
          message: 'must be in the future: nobody could accept the offer',
        },
      ],
    },
    responseDescription: 'What was found',
    run: {
      kind: 'outside',
      handle: async ({ transaction }, request) => ({
        body: await validateOffer(transaction, deps, request),
      }),
    },
  }),
];
