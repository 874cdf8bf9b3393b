import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../marketplaces/index.ts';
import { type Finding, invalid } from '../platform/errors.ts';
import { millisecondsOf } from '../platform/records/fields.ts';
import { mergePatch, withoutNulls } from '../platform/records/merge.ts';
import { agreementAddresses } from './agreement-addresses.ts';
import { metaInfoFindings, productFindings } from './checks.ts';
import { callersMetaInfo, normalizeCrmId, serverOwnedMetaInfo } from './meta-info.ts';
import type { ProductInfo, WorkloadMetaInfo, WorkloadProduct } from './records/index.ts';

/** The fields of a product that its caller decides. */
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

/** Dotted names of what is ignored in a product that is sent, whatever its type (R9); `id` may name a draft. */
export const serverOwnedFields: readonly string[] = [
  'organizationID',
  'creationTime',
  'createdBy',
  'lastUpdateTime',
  'lastUpdatedBy',
  'status',
  'externalID',
  'info.mkASnsSubscriptions',
  ...serverOwnedMetaInfo.map((name) => `metaInfo.${name}`),
];

/** Records of the marketplaces' own: the seller's until the listing is made from them, then theirs (R9). */
const mirrors = [
  'mkAAmiProduct',
  'mkAContainerProduct',
  'mkAMachineLearningProduct',
  'mkAProfessionalServicesProduct',
  'mkASaasProduct',
  'mkBProduct',
  'mkBProductResource',
  'mkCProduct',
  'mkDProduct',
  'mkFProduct',
] as const satisfies readonly (keyof ProductInfo)[];

/** List prices of a listing change at the marketplace, and come from there. */
const prices = ['commits', 'currency', 'dimensions'] as const satisfies readonly (keyof ProductInfo)[];

/**
 * The product as it is after a caller's changes (R8).
 * @param listed whether a marketplace has it: then its prices, records and place are no longer the seller's
 * @throws AppError 400 invalid_request whose findings name every wrong field
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
    product_type: text(body.productType, stored.product_type),
    fulfillment_url: text(body.fulfillmentUrl, stored.fulfillment_url),
    info: changedInfo(stored.info, body.info, listed),
    metaInfo: mergeMetaInfo(
      body.metaInfo === null ? serversPart(stored.metaInfo) : stored.metaInfo,
      body.metaInfo ?? {},
    ),
  };
  if (listed) findings.push(...frozen(stored, changed));
  if (findings.length > 0) throw invalid(findings);
  return changed;
}

/** The meta info after a caller's changes (R8, R9). @throws AppError 400 invalid_request */
export function applyMetaInfo(stored: JsonObject, body: WorkloadMetaInfo): JsonObject {
  const whole = agreementAddresses.unmask(body, stored);
  const findings = [...metaInfoFindings(withoutNulls(body), ''), ...agreementAddresses.findings(whole)];
  if (findings.length > 0) throw invalid(findings);
  return mergeMetaInfo(stored, whole);
}

/** Existing clients send the empty string for what is not set. */
const text = (given: string | null | undefined, stored: string | null): string | null =>
  given === undefined ? stored : given || null;

/** A listing keeps the marketplace's own records, also when all of the rest is unset. */
function changedInfo(stored: JsonObject, given: ProductInfo | null | undefined, listed: boolean): JsonObject {
  if (given !== null) return mergePatch(stored, infoOf(given ?? {}, listed));
  const own = listed ? ['mkASnsSubscriptions', ...mirrors] : ['mkASnsSubscriptions'];
  return Object.fromEntries(Object.entries(stored).filter(([name]) => own.includes(name)));
}

function infoOf(given: ProductInfo, listed: boolean): JsonObject {
  const info: JsonObject = { ...given };
  if (listed) for (const name of mirrors) delete info[name];
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
  // Answered as null when unset (R7).
  return { ...merged, discount: merged.discount ?? null };
}

const toUtc = (value: string): string => new Date(millisecondsOf(value) as number).toISOString();

/** Clients send back what they read: only a price that differs is refused. */
function frozen(stored: ProductFields, changed: ProductFields): Finding[] {
  const findings: Finding[] = prices
    .filter((name) => !isDeepStrictEqual(changed.info[name], stored.info[name]))
    .map((name) => ({
      pointer: `/info/${name}`,
      message:
        'is the marketplace’s once the product is there: change it there, then synchronise the product',
    }));
  if (changed.partner !== stored.partner)
    findings.push({ pointer: '/partner', message: 'cannot change once the product is at a marketplace' });
  return findings;
}
