import type { OrgTransaction } from '../../platform/access/scope.ts';
import { type Finding, invalid } from '../../platform/errors.ts';
import { type ChannelPartnerRow, lockChannelPartner } from '../channel-partners/index.ts';
import { partnerErrors } from '../errors.ts';
import { findingsOfCountry, findingsOfShare } from '../fields.ts';
import { lockFileForReference, requireProducts } from '../named.ts';
import type { AgreementRow } from './columns.ts';
import type { ChannelPartnerAgreement, UpdateChannelPartnerAgreementParams } from './records.ts';
import {
  type AgreementValues,
  changeAgreement,
  createAgreementRow,
  findAgreement,
  overlaps,
  removeAgreement,
} from './store.ts';

/** @throws 400 that names each field that is wrong */
function requireRight(
  given: UpdateChannelPartnerAgreementParams,
  { name }: ChannelPartnerRow,
): AgreementValues {
  const { startDate, endDate, share, countries, productIds } = given;
  const findings: Finding[] = [
    ...(startDate ? [] : [{ pointer: '/startDate', message: 'is required' }]),
    ...(startDate && endDate && endDate <= startDate
      ? [{ pointer: '/endDate', message: 'must be after startDate: it is the day on which it is over' }]
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

/** @throws 404 for what is named and not there, 409 where another agreement is for the same at the same time */
async function requireFree(
  scope: OrgTransaction,
  partner: ChannelPartnerRow,
  values: AgreementValues,
  before?: AgreementRow,
): Promise<void> {
  // What was named before may have been deleted since: clients send back what they read.
  await requireProducts(
    scope,
    values.product_ids.filter((id) => !before?.product_ids.includes(id)),
  );
  if (values.file_id && values.file_id !== before?.file_id) await lockFileForReference(scope, values.file_id);
  const other = await overlaps(scope, partner.id, values, before?.id);
  if (other) throw partnerErrors.channel_partner_agreement_overlaps(`It is ${other}.`);
}

/** Makes an agreement with a channel partner, whose lock lets one of two that overlap be made. @throws 400, 404, 409 */
export async function createAgreement(
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

/** @throws 404 */
async function lockWithPartner(scope: OrgTransaction, place: Place) {
  const partner = await lockChannelPartner(scope, place.channelPartnerId);
  const before = await findAgreement(scope, place);
  if (!before) throw partnerErrors.channel_partner_agreement_not_found();
  return { partner, before };
}

/** Changes an agreement; what is absent stays. @throws 400, 404, 409 */
export async function updateAgreement(
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

/** @throws 404 */
export async function deleteAgreement(scope: OrgTransaction, place: Place): Promise<void> {
  const { before } = await lockWithPartner(scope, place);
  await removeAgreement(scope, before);
}
