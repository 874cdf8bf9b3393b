import type { OrgScope } from '../../platform/access/scope.ts';
import { type Batch, RawJson, route } from '../../platform/http/route.ts';
import { modifiedBy } from '../../products/index.ts';
import { offerSetRequestExample } from '../examples.ts';
import { encodeOfferSet, type OfferSetRow } from './columns.ts';
import { OfferSet } from './records.ts';
import { applySetChanges, ignoredFields, partnerOfSets } from './rules.ts';
import { insertOfferSet, recordOfferSet } from './store.ts';

export const createOfferSetRoute = () =>
  route({
    method: 'POST',
    path: '/org/{orgId}/offerSet',
    operationId: 'createOfferSet',
    group: 'OfferSet',
    summary: 'Create an offer set',
    description:
      'Creates a draft without offers. Add offers, then publish the set. Only marketplace A has offer sets.',
    access: 'offers:write',
    body: OfferSet,
    serverSetFields: ignoredFields,
    example: offerSetRequestExample,
    response: OfferSet,
    responseDescription: 'The offer set',
    run: { kind: 'batch', batch: (scope, { body }) => createOfferSet(scope, body) },
  });

function createOfferSet(scope: OrgScope, body: OfferSet): Batch {
  const empty = { name: null, info: {}, metaInfo: {}, expireTime: null };
  const fields = applySetChanges(empty, body, scope.now);
  const now = scope.now.toISOString();
  const set: OfferSetRow = {
    organization_id: scope.organizationId,
    id: scope.newId('ofs'),
    name: fields.name,
    partner: partnerOfSets,
    external_id: null,
    status: 'DRAFT',
    info: JSON.stringify(fields.info),
    meta_info: JSON.stringify({
      ...fields.metaInfo,
      createdBySource: 'API',
      ...(scope.actor.email ? { createdByEmail: scope.actor.email } : {}),
      lastModifiedBy: modifiedBy(scope),
    }),
    expire_time: fields.expireTime,
    created_by: scope.actor.id,
    last_updated_by: scope.actor.id,
    creation_time: now,
    last_update_time: now,
    sequence: 1,
    released_time: null,
    offer_ids: [],
    buyer_ids: [],
  };
  return {
    statements: [insertOfferSet(scope, set), recordOfferSet(scope, 'CREATE', set)],
    respond: () => ({ body: new RawJson(encodeOfferSet(set)) }),
  };
}
