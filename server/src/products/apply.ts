import { isDeepStrictEqual } from 'node:util';
import { type JsonObject, productRecords, serverProductFields } from '../marketplaces/index.ts';
import { type Finding, invalid } from '../platform/errors.ts';
import { millisecondsOf } from '../platform/records/fields.ts';
import { mergePatch, withoutNulls } from '../platform/records/merge.ts';
import { agreementAddresses } from './agreement-addresses.ts';
import { metaInfoFindings, productFindings } from './checks.ts';
import { callersMetaInfo, normalizeCrmId, serverOwnedMetaInfo } from './meta-info.ts';
import { givenProductType } from './product-types.ts';
import type { ProductInfo, WorkloadMetaInfo, WorkloadProduct } from './records/index.ts';

/** The fields of a product that a caller may set. */
export type ProductFields = {
  name: string | null;
  partner: string | null;
  partner_id: string | null;
  service: string | null;
  product_type: string | null;
  fulfillment_url: string | null;
  info: JsonObject;
  metaInfo: JsonObject;
};

export const noFields: ProductFields = {
  name: null,
  partner: null,
  partner_id: null,
  service: null,
  product_type: null,
  fulfillment_url: null,
  info: {},
  metaInfo: {},
};

/**
 * Dotted names of the fields that are ignored on input, independent of their type (R9). `id` is read, because it may
 * identify a draft.
 */
export const serverOwnedFields: readonly string[] = [
  'organizationID',
  'creationTime',
  'createdBy',
  'lastUpdateTime',
  'lastUpdatedBy',
  'status',
  'externalID',
  ...serverProductFields.map((name) => `info.${name}`),
  ...serverOwnedMetaInfo.map((name) => `metaInfo.${name}`),
];

/** List prices. Once the product is listed, they are changed at the marketplace. */
const prices = ['commits', 'currency', 'dimensions'] as const satisfies readonly (keyof ProductInfo)[];

/**
 * Applies a caller's changes to a product (R8).
 * @param listed whether a marketplace has the product; the marketplace then owns its prices and records, and
 * the partner cannot change
 * @throws AppError 400 invalid_request whose findings name every invalid field
 */
export function applyChanges(stored: ProductFields, sent: WorkloadProduct, listed: boolean): ProductFields {
  const body = agreementAddresses.unmask(sent, stored);
  const findings = [
    ...productFindings(withoutNulls(body), stored.info),
    ...agreementAddresses.findings(withoutNulls(body)),
  ];
  const changed: ProductFields = {
    name: text(body.name, stored.name),
    partner: text(body.partner, stored.partner),
    partner_id: text(body.partnerID, stored.partner_id),
    service: text(body.service, stored.service),
    product_type: text(givenProductType(body, stored.product_type), stored.product_type),
    fulfillment_url: text(body.fulfillmentUrl, stored.fulfillment_url),
    info: changedInfo(stored.info, body.info, listed),
    metaInfo: mergeMetaInfo(
      body.metaInfo === null ? serversPart(stored.metaInfo) : stored.metaInfo,
      body.metaInfo ?? {},
    ),
  };
  if (listed) findings.push(...frozenFieldFindings(stored, changed));
  if (findings.length > 0) throw invalid(findings);
  return changed;
}

/**
 * Applies a caller's changes to a meta info (R8, R9).
 * @throws AppError 400 invalid_request
 */
export function applyMetaInfo(stored: JsonObject, body: WorkloadMetaInfo): JsonObject {
  const whole = agreementAddresses.unmask(body, stored);
  const findings = [...metaInfoFindings(withoutNulls(body), ''), ...agreementAddresses.findings(whole)];
  if (findings.length > 0) throw invalid(findings);
  return mergeMetaInfo(stored, whole);
}

/** An empty text removes the field, because existing clients send an empty text for an unset field. */
const text = (given: string | null | undefined, stored: string | null): string | null =>
  given === undefined ? stored : given || null;

/** Merges `info`. A null clears `info`, except the records that the marketplace or the server owns. */
function changedInfo(stored: JsonObject, given: ProductInfo | null | undefined, listed: boolean): JsonObject {
  if (given !== null) return mergePatch(stored, infoOf(given ?? {}, listed));
  const own = listed ? [...serverProductFields, ...productRecords] : serverProductFields;
  return Object.fromEntries(Object.entries(stored).filter(([name]) => own.includes(name)));
}

function infoOf(given: ProductInfo, listed: boolean): JsonObject {
  const info: JsonObject = { ...given };
  if (listed) for (const name of productRecords) delete info[name];
  if (given.commits)
    info.commits = given.commits.map((commit) =>
      commit.termEndTime ? { ...commit, termEndTime: toUtc(commit.termEndTime) } : commit,
    );
  return info;
}

function serversPart(metaInfo: JsonObject): JsonObject {
  const own = callersMetaInfo(metaInfo);
  return Object.fromEntries(Object.entries(metaInfo).filter(([name]) => !Object.hasOwn(own, name)));
}

function mergeMetaInfo(stored: JsonObject, given: WorkloadMetaInfo): JsonObject {
  const own = callersMetaInfo(given);
  if (own.crmCOpportunityId) own.crmCOpportunityId = normalizeCrmId(own.crmCOpportunityId);
  if (own.testUsageMeteringEndTime) own.testUsageMeteringEndTime = toUtc(own.testUsageMeteringEndTime);
  const merged = mergePatch(stored, own);
  // An unset discount is returned as null (R7).
  return { ...merged, discount: merged.discount ?? null };
}

const toUtc = (value: string): string => new Date(millisecondsOf(value) as number).toISOString();

/**
 * Findings for changed list prices and partner of a listed product. Clients may send unchanged values back.
 */
function frozenFieldFindings(stored: ProductFields, changed: ProductFields): Finding[] {
  const findings: Finding[] = prices
    .filter((name) => !isDeepStrictEqual(changed.info[name], stored.info[name]))
    .map((name) => ({
      pointer: `/info/${name}`,
      message:
        'is owned by the marketplace once the product is listed: change it there, then synchronise the product',
    }));
  if (changed.partner !== stored.partner)
    findings.push({ pointer: '/partner', message: 'cannot change once the product is listed' });
  return findings;
}
