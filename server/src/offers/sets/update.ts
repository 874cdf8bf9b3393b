import { z } from 'zod';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { lockRows } from '../../platform/http/record-tags.ts';
import { RawJson, route } from '../../platform/http/route.ts';
import { modifiedBy } from '../../products/index.ts';
import { offerSetErrors } from '../errors.ts';
import { encodeOfferSet, type OfferSetRow } from './columns.ts';
import { removeFromSets } from './members.ts';
import { OfferSet } from './records.ts';
import { applySetChanges, ignoredFields, requireDraft, requireMove } from './rules.ts';
import { changeOfferSet, requireOfferSet } from './store.ts';

export const updateOfferSetRoute = () =>
  route({
    method: 'PATCH',
    path: '/org/{orgId}/offerSet/{offerSetId}',
    operationId: 'updateOfferSet',
    group: 'OfferSet',
    condition: { lock: lockRows(['offer_set', 'offerSetId']) },
    summary: 'Change an offer set',
    description:
      'Absent fields stay unchanged; an empty string removes a field. `info` and `expireTime` can be changed in a DRAFT only.',
    access: 'offers:write',
    body: OfferSet,
    serverSetFields: ignoredFields,
    example: { name: 'Acme: platform, support and training' },
    errors: [offerSetErrors.offer_set_not_found.definition, offerSetErrors.offer_set_state.definition],
    response: OfferSet,
    responseDescription: 'The offer set',
    run: {
      kind: 'transaction',
      handle: async (scope, { params, body }) => ({
        body: new RawJson(encodeOfferSet(await updateOfferSet(scope, params.offerSetId, body))),
      }),
    },
  });

/**
 * Changes an offer set. The name and the meta info can change at any time. Fields that are published with the
 * offers can change only in DRAFT.
 */
async function updateOfferSet(scope: OrgTransaction, id: string, body: OfferSet): Promise<OfferSetRow> {
  const set = await requireOfferSet(scope, id);
  if (body.info !== undefined || body.expireTime !== undefined) requireDraft(set);
  const stored = {
    name: set.name,
    info: JSON.parse(set.info),
    metaInfo: JSON.parse(set.meta_info),
    expireTime: set.expire_time,
  };
  const changed = applySetChanges(stored, body, scope.now);
  return changeOfferSet(scope, set, 'UPDATE', {
    name: changed.name,
    info: JSON.stringify(changed.info),
    meta_info: JSON.stringify({ ...changed.metaInfo, lastModifiedBy: modifiedBy(scope) }),
    expire_time: changed.expireTime,
  });
}

export const deleteOfferSetRoute = () =>
  route({
    method: 'DELETE',
    path: '/org/{orgId}/offerSet/{offerSetId}',
    operationId: 'deleteOfferSet',
    condition: { lock: lockRows(['offer_set', 'offerSetId']) },
    group: 'OfferSet',
    summary: 'Delete an offer set',
    description:
      'The offers of a DRAFT are removed from the set. Otherwise the status must be CANCELLED, EXPIRED or REJECTED.',
    access: 'offers:write',
    response: z.string(),
    responseDescription: 'The id of the offer set',
    errors: [offerSetErrors.offer_set_not_found.definition, offerSetErrors.offer_set_state.definition],
    run: {
      kind: 'transaction',
      handle: async (scope, { params }) => {
        await deleteOfferSet(scope, params.offerSetId);
        return { body: params.offerSetId };
      },
    },
  });

/**
 * Deletes a set. The offers of a draft are removed from the set and stay drafts; an ended set keeps its offers.
 */
async function deleteOfferSet(scope: OrgTransaction, id: string): Promise<void> {
  const set = await requireOfferSet(scope, id);
  requireMove(set, 'DELETED');
  if (set.status === 'DRAFT') await removeFromSets(scope, set.offer_ids);
  await changeOfferSet(scope, set, 'DELETE', { status: 'DELETED' });
}
