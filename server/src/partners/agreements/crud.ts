import { z } from 'zod';
import { fileErrors } from '../../files/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { type Finding, invalid } from '../../platform/errors.ts';
import { readRoute } from '../../platform/http/read-route.ts';
import { lockRows } from '../../platform/http/record-tags.ts';
import { RawJson, route } from '../../platform/http/route.ts';
import { listUnderRoute } from '../../platform/lists/list-under.ts';
import { pageParameters } from '../../platform/lists/pagination.ts';
import { productErrors } from '../../products/index.ts';
import {
  type ChannelPartnerRow,
  lockChannelPartner,
  selectChannelPartner,
} from '../channel-partners/index.ts';
import { partnerErrors } from '../errors.ts';
import { findingsOfCountry, findingsOfShare } from '../fields.ts';
import { requireProducts } from '../products.ts';
import { ChannelPartnerAgreement, UpdateChannelPartnerAgreementParams } from './records.ts';
import {
  type AgreementRow,
  type AgreementValues,
  agreementColumns,
  changeAgreement,
  createAgreementRow,
  encodeAgreement,
  findAgreement,
  overlaps,
  removeAgreement,
  selectAgreement,
} from './store.ts';

/**
 * Locks a file so that it is not deleted before the end of the transaction.
 * @throws 404 for an unknown file
 */
async function lockFileForReference(scope: OrgTransaction, id: string): Promise<void> {
  const rows = await scope.query({
    name: 'hold_file',
    text: `SELECT id FROM stored_file WHERE organization_id = $1 AND id = $2 AND status = 'STORED'
             AND purpose <> 'ATTACHED' FOR SHARE`,
    values: [scope.organizationId, id],
  });
  if (rows.length === 0) throw fileErrors.file_not_found(`/fileId: file ${id} not found`);
}

/**
 * Validates an agreement.
 * @throws 400 that names each invalid field
 */
function requireRight(
  given: UpdateChannelPartnerAgreementParams,
  { name }: ChannelPartnerRow,
): AgreementValues {
  const { startDate, endDate, share, countries, productIds } = given;
  const findings: Finding[] = [
    ...(startDate ? [] : [{ pointer: '/startDate', message: 'is required' }]),
    ...(startDate && endDate && endDate <= startDate
      ? [{ pointer: '/endDate', message: 'must be after startDate: it is the first day after the agreement' }]
      : []),
    ...findingsOfShare(share),
    ...(countries ?? []).flatMap((code, index) => findingsOfCountry(code, `/countries/${index}`)),
  ];
  if (findings.length > 0) throw invalid(findings);
  return {
    name: given.name || name,
    product_ids: [...new Set(productIds)],
    countries: [...new Set((countries ?? []).map((code) => code.toUpperCase()))],
    share: String(share),
    start_date: startDate as string,
    end_date: endDate ?? null,
    file_id: given.fileId || null,
  };
}

/**
 * Requires existing products, an existing file, and no overlap with another agreement.
 * @throws 404 for an unknown product or file, 409 for an overlap
 */
async function requireFree(
  scope: OrgTransaction,
  partner: ChannelPartnerRow,
  values: AgreementValues,
  before?: AgreementRow,
): Promise<void> {
  // Products of the agreement may have been deleted since, so clients may send them back.
  await requireProducts(
    scope,
    values.product_ids.filter((id) => !before?.product_ids.includes(id)),
  );
  if (values.file_id && values.file_id !== before?.file_id) await lockFileForReference(scope, values.file_id);
  const other = await overlaps(scope, partner.id, values, before?.id);
  if (other) throw partnerErrors.channel_partner_agreement_overlaps(`The other agreement is ${other}.`);
}

/**
 * Creates an agreement with a channel partner. The partner's lock prevents two overlapping agreements.
 * @throws 400 for invalid fields, 404 for an unknown record, 409 for an overlap
 */
async function createAgreement(
  scope: OrgTransaction,
  channelPartnerId: string,
  given: ChannelPartnerAgreement,
): Promise<AgreementRow> {
  const partner = await lockChannelPartner(scope, channelPartnerId);
  const values = requireRight(given, partner);
  await requireFree(scope, partner, values);
  return createAgreementRow(scope, channelPartnerId, values);
}

type Place = { channelPartnerId: string; agreementId: string };

/**
 * Locks the channel partner and reads the agreement.
 * @throws 404 for an unknown channel partner or agreement
 */
async function lockWithPartner(scope: OrgTransaction, place: Place) {
  const partner = await lockChannelPartner(scope, place.channelPartnerId);
  const before = await findAgreement(scope, place);
  if (!before) throw partnerErrors.channel_partner_agreement_not_found();
  return { partner, before };
}

/**
 * Changes an agreement; absent fields keep their value.
 * @throws 400 for invalid fields, 404 for an unknown record, 409 for an overlap
 */
async function updateAgreement(
  scope: OrgTransaction,
  place: Place,
  given: UpdateChannelPartnerAgreementParams,
): Promise<AgreementRow> {
  const { partner, before } = await lockWithPartner(scope, place);
  const values = requireRight(
    {
      countries: before.countries,
      endDate: before.end_date,
      ...(before.file_id ? { fileId: before.file_id } : {}),
      ...(before.name ? { name: before.name } : {}),
      productIds: before.product_ids,
      share: Number(before.share),
      startDate: before.start_date,
      ...withoutGaps(given),
    },
    partner,
  );
  await requireFree(scope, partner, values, before);
  return changeAgreement(scope, before, values);
}

const withoutGaps = (given: UpdateChannelPartnerAgreementParams): UpdateChannelPartnerAgreementParams =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));

/**
 * Deletes an agreement.
 * @throws 404 for an unknown agreement
 */
async function deleteAgreement(scope: OrgTransaction, place: Place): Promise<void> {
  const { before } = await lockWithPartner(scope, place);
  await removeAgreement(scope, before);
}

const path = '/org/{orgId}/channelPartner/{channelPartnerId}/agreement';
const pathOfOne = '/org/{orgId}/channelPartner/{channelPartnerId}/agreement/{agreementId}';
const group = 'Partner Relationship Management';
const common = { group, response: ChannelPartnerAgreement, responseDescription: 'The agreement' } as const;
const noPartner = partnerErrors.channel_partner_not_found.definition;
const notFound = partnerErrors.channel_partner_agreement_not_found.definition;
const condition = {
  lock: lockRows(['channel_partner', 'channelPartnerId'], ['channel_partner_agreement', 'agreementId']),
};
const ignored = ['id', 'organizationID', 'channelPartnerId', 'createdBy', 'creationTime', 'lastUpdateTime'];
const refusals = [
  noPartner,
  partnerErrors.channel_partner_agreement_overlaps.definition,
  productErrors.product_not_found.definition,
  fileErrors.file_not_found.definition,
];
const show = (row: AgreementRow) => ({ body: new RawJson(encodeAgreement(row)) });

const reads = [
  listUnderRoute({
    path,
    operationId: 'listChannelPartnerAgreements',
    group,
    summary: 'List the agreements with a channel partner',
    access: 'channelPartners:read',
    query: z.object(pageParameters()),
    response: z.array(ChannelPartnerAgreement),
    responseDescription: 'The agreements',
    parent: {
      select: (scope, { channelPartnerId }) => selectChannelPartner(scope, channelPartnerId),
      missing: partnerErrors.channel_partner_not_found,
    },
    list: (_, { params }) => ({
      table: 'channel_partner_agreement',
      columns: agreementColumns,
      filters: { channel_partner_id: params.channelPartnerId },
      encode: encodeAgreement,
    }),
  }),
  readRoute({
    ...common,
    path: pathOfOne,
    operationId: 'getChannelPartnerAgreement',
    summary: 'Get an agreement with a channel partner',
    access: 'channelPartners:read',
    select: (scope, { channelPartnerId, agreementId }) =>
      selectAgreement(scope, { channelPartnerId, agreementId }),
    notFound: partnerErrors.channel_partner_agreement_not_found,
    encode: encodeAgreement,
  }),
];

export const agreementRoutes = () => [
  ...reads,
  route({
    ...common,
    method: 'POST',
    path,
    operationId: 'createChannelPartnerAgreement',
    summary: 'Create an agreement with a channel partner',
    description:
      'The agreement has ended on `endDate`. Agreements of a channel partner may not overlap in product, ' +
      'country and day.',
    access: 'channelPartners:write',
    body: ChannelPartnerAgreement,
    serverSetFields: ignored,
    example: {
      name: 'Nordics 2027',
      countries: ['DK', 'SE'],
      share: 20,
      startDate: '2027-01-01',
      endDate: '2028-01-01',
    },
    quota: 'channelPartnerAgreements',
    errors: refusals,
    run: {
      kind: 'transaction',
      handle: async (scope, { params, body }) =>
        show(await createAgreement(scope, params.channelPartnerId, body)),
    },
  }),
  route({
    ...common,
    method: 'PATCH',
    path: pathOfOne,
    operationId: 'updateChannelPartnerAgreement',
    condition,
    summary: 'Change an agreement with a channel partner',
    description:
      'Absent fields keep their value, lists are replaced, null removes a field. Earlier sales keep their ' +
      'share.',
    access: 'channelPartners:write',
    body: UpdateChannelPartnerAgreementParams,
    serverSetFields: ignored,
    requiredFields: ['share', 'startDate'],
    example: { endDate: '2029-01-01' },
    errors: [notFound, ...refusals],
    run: {
      kind: 'transaction',
      handle: async (scope, { params, body }) => show(await updateAgreement(scope, params, body)),
    },
  }),
  route({
    method: 'DELETE',
    path: pathOfOne,
    operationId: 'deleteChannelPartnerAgreement',
    condition,
    group,
    summary: 'Delete an agreement with a channel partner',
    description: 'For agreements created by mistake. To end an agreement, set its `endDate`.',
    access: 'channelPartners:write',
    response: z.string(),
    responseDescription: 'The id of the agreement',
    errors: [noPartner, notFound],
    run: {
      kind: 'transaction',
      handle: async (scope, { params }) => {
        await deleteAgreement(scope, params);
        return { body: params.agreementId };
      },
    },
  }),
];
