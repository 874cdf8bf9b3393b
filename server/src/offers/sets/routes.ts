import { z } from 'zod';
import { readRoute } from '../../platform/http/read-route.ts';
import { lockRows } from '../../platform/http/record-tags.ts';
import { RawJson, route } from '../../platform/http/route.ts';
import { key } from '../../platform/records/fields.ts';
import type { OfferDeps } from '../commands/index.ts';
import { offerErrors } from '../errors.ts';
import { serverOwnedFields } from '../prepare/index.ts';
import { cancelOfferSet } from './cancel.ts';
import { encodeOfferSet } from './columns.ts';
import { offerSetErrors } from './errors.ts';
import { offerSetExample, offerSetRequestExample } from './examples.ts';
import { listOfferSets } from './list.ts';
import { publishOfferSet } from './publish.ts';
import { OfferSet } from './records.ts';
import { addOffer, createOfferSet, deleteOfferSet, removeOffer, updateOfferSet } from './service.ts';
import { selectOfferSet } from './store.ts';

/** The service's own, ignored on input (R9). Offers come and go by operations of their own. */
const ignored = [
  'id',
  'organizationID',
  'status',
  'externalID',
  'offerIDs',
  'buyerIDs',
  'createdBy',
  'lastUpdatedBy',
  'creationTime',
  'lastUpdateTime',
  ...serverOwnedFields.filter((name) => name.startsWith('metaInfo.')),
];

const common = { group: 'OfferSet', response: OfferSet, responseDescription: 'The offer set' } as const;
const path = '/org/{orgId}/offerSet';
const pathOfOne = '/org/{orgId}/offerSet/{offerSetId}';
const pathOfOffer = '/org/{orgId}/offerSet/{offerSetId}/offer/{offerId}';
const missing = offerSetErrors.offer_set_not_found.definition;
const wrongState = offerSetErrors.offer_set_state.definition;

const readAndCreate = () => [
  route({
    ...common,
    method: 'POST',
    path,
    operationId: 'createOfferSet',
    summary: 'Create an offer set',
    description:
      'A draft without offers. Add the offers, then publish it. Only marketplace A has offer sets.',
    access: 'offers:write',
    body: OfferSet,
    bodyRequired: true,
    ignored,
    example: offerSetRequestExample,
    run: { kind: 'batch', batch: (scope, { body }) => createOfferSet(scope, body) },
  }),
  readRoute({
    ...common,
    path: pathOfOne,
    operationId: 'getOfferSet',
    summary: 'Get an offer set',
    access: 'offers:read',
    responseExample: offerSetExample,
    select: (scope, { offerSetId }) => selectOfferSet(scope, offerSetId),
    missing: offerSetErrors.offer_set_not_found,
    encode: encodeOfferSet,
  }),
];

const changes = () => [
  route({
    ...common,
    method: 'PATCH',
    path: pathOfOne,
    operationId: 'updateOfferSet',
    condition: { lock: lockRows(['offer_set', 'offerSetId']) },
    summary: 'Change an offer set',
    description:
      'What is absent stays; an empty text takes a field away. `info` and `expireTime` can be changed in a DRAFT only.',
    access: 'offers:write',
    body: OfferSet,
    bodyRequired: true,
    ignored,
    example: { name: 'Acme: platform, support and training' },
    errors: [missing, wrongState],
    run: {
      kind: 'transaction',
      handle: async (scope, { params, body }) => ({
        body: new RawJson(encodeOfferSet(await updateOfferSet(scope, params.offerSetId, body))),
      }),
    },
  }),
  route({
    method: 'DELETE',
    path: pathOfOne,
    operationId: 'deleteOfferSet',
    condition: { lock: lockRows(['offer_set', 'offerSetId']) },
    group: 'OfferSet',
    summary: 'Delete an offer set',
    description: 'A DRAFT lets its offers go; otherwise the set must have come to an end without a sale.',
    access: 'offers:write',
    response: z.string(),
    responseDescription: 'The id of the offer set',
    errors: [missing, wrongState],
    run: {
      kind: 'transaction',
      handle: async (scope, { params }) => {
        await deleteOfferSet(scope, params.offerSetId);
        return { body: params.offerSetId };
      },
    },
  }),
];

const members = () => [
  route({
    ...common,
    method: 'POST',
    path: pathOfOffer,
    operationId: 'addOfferToOfferSet',
    summary: 'Add an offer to an offer set',
    description:
      'The set must be a DRAFT; the offer a private one on marketplace A that is a DRAFT or CREATE_FAILED, and to the ' +
      'buyer of the others. One that is in the set already stays so.',
    access: 'offers:write',
    errors: [
      missing,
      offerErrors.offer_not_found.definition,
      wrongState,
      offerSetErrors.offer_in_other_set.definition,
    ],
    run: {
      kind: 'transaction',
      handle: async (scope, { params }) => {
        const set = await addOffer(scope, params.offerSetId, params.offerId);
        return { body: new RawJson(encodeOfferSet(set)) };
      },
    },
  }),
  route({
    method: 'DELETE',
    path: pathOfOffer,
    operationId: 'removeOfferFromOfferSet',
    group: 'OfferSet',
    summary: 'Remove an offer from an offer set',
    description:
      'The set must be a DRAFT. The offer itself stays. Nothing changes when it is not in the set. A client that puts ' +
      '`..` in the place of the set deletes the offer: the same with the offer as a parameter, ' +
      '`DELETE …/offerSet/{offerSetId}/offer`, cannot be mistaken so.',
    access: 'offers:write',
    response: z.string(),
    responseDescription: 'The id of the offer',
    errors: [missing, offerErrors.offer_not_found.definition, wrongState],
    run: {
      kind: 'transaction',
      handle: async (scope, { params }) => {
        await removeOffer(scope, params.offerSetId, params.offerId);
        return { body: params.offerId };
      },
    },
  }),
  route({
    method: 'DELETE',
    path: `${pathOfOne}/offer`,
    operationId: 'takeOfferOutOfOfferSet',
    group: 'OfferSet',
    summary: 'Remove an offer, named by a parameter, from an offer set',
    description:
      'The set must be a DRAFT. The offer itself stays. Nothing changes when it is not in the set.',
    access: 'offers:write',
    query: z.object({ offerId: key('The offer') }),
    response: z.string(),
    responseDescription: 'The id of the offer',
    errors: [missing, offerErrors.offer_not_found.definition, wrongState],
    run: {
      kind: 'transaction',
      handle: async (scope, { params, query }) => {
        await removeOffer(scope, params.offerSetId, query.offerId);
        return { body: query.offerId };
      },
    },
  }),
];

const moves = (deps: OfferDeps) => [
  route({
    ...common,
    method: 'POST',
    path: '/org/{orgId}/offerSet/{offerSetId}/publish',
    operationId: 'publishOfferSet',
    summary: 'Publish an offer set',
    description:
      'Its offers are created at the marketplace by jobs: the answer is PENDING_CREATE. It is PENDING_ACCEPTANCE when ' +
      'all of them are, and CREATE_FAILED when one could not be made: publishing it again tries that one again.',
    access: 'offers:write',
    errors: [missing, wrongState, offerErrors.offer_not_approved.definition],
    run: {
      kind: 'transaction',
      handle: async (scope, { params }) => ({
        body: new RawJson(encodeOfferSet(await publishOfferSet(scope, deps, params.offerSetId))),
      }),
    },
  }),
  route({
    ...common,
    method: 'POST',
    path: '/org/{orgId}/offerSet/{offerSetId}/cancel',
    operationId: 'cancelOfferSet',
    summary: 'Cancel an offer set',
    description:
      'Cancels all its offers that stand: the answer is PENDING_CANCEL, and CANCELLED at once where none stands. A ' +
      'buyer who accepted all of them before wins.',
    access: 'offers:write',
    errors: [missing, wrongState],
    run: {
      kind: 'transaction',
      handle: async (scope, { params }) => {
        const set = await cancelOfferSet(scope, params.offerSetId);
        return { body: new RawJson(encodeOfferSet(set)) };
      },
    },
  }),
];

export const offerSetRoutes = (deps: OfferDeps) => [
  listOfferSets,
  ...readAndCreate(),
  ...changes(),
  ...members(),
  ...moves(deps),
];
