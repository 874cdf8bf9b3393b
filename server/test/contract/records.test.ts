import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import * as buyers from '../../src/buyers/records.ts';
import * as entitlements from '../../src/entitlements/records.ts';
import * as marketplaces from '../../src/marketplaces/records/index.ts';
import { allNotificationScopes } from '../../src/notifications/index.ts';
import * as notifications from '../../src/notifications/records/index.ts';
import * as offers from '../../src/offers/records.ts';
import * as organizations from '../../src/organizations/records.ts';
import * as products from '../../src/products/records/index.ts';
import specification from './spec-fields.json' with { type: 'json' };

type SpecifiedField = { type: string; items?: string; nullable?: boolean };
type Specification = Record<string, Record<string, SpecifiedField>>;
type Json = {
  $ref?: string;
  $defs?: Record<string, Json>;
  type?: string;
  items?: Json;
  anyOf?: Json[];
  allOf?: Json[];
  properties?: Record<string, Json>;
  additionalProperties?: unknown;
  description?: string;
  override?: Json;
};

/** The specification's names of enumerations, which are strings in JSON; all other names are records. */
const enumerations = new Set(
  `AgreementStatus AIBillingDisabledReason BillingCycle BillingMinimumCommitScope ChannelType
  CommitDimensionType CreatedBySource EntitlementStatus EntitlementTermType EulaType
  MkCCotermAlignment MkCOfferDataSource MkCOfferDealType MkCPaymentRecurrence MkCUsagePlanPriceModel
  NotificationScope OfferDeliveryMethod OfferStatus OfferSubStatus OfferTargetObject OfferType
  OfferVisibility OrganizationEnvironment OrganizationType Partner PartnerService
  PaymentScheduleType PriceModelCategory PricingType ProductType RenewalOfferType SubscriptionStatus
  TimeUnit`.split(/\s+/),
);

/** Fields that the specification does not mark as nullable but for which it defines the meaning of null. */
const nullWithMeaning: Record<string, string> = {
  'EntitlementInfo.annualizedAmount': 'null: cannot be annualized',
  'WorkloadMetaInfo.discount': 'null: no uniform discount',
  'AIBillingConfig.monthlySpendingCapCents': 'null: unlimited',
  'CosellIntelligenceConfigInfo.mkASignalsEnabled': 'null: the older switch decides',
  'CosellIntelligenceConfigInfo.mkBSignalsEnabled': 'null: the older switch decides',
  'CosellIntelligenceConfigInfo.mkCSignalsEnabled': 'null: the older switch decides',
};

function collectSchemas(): Map<string, z.ZodType> {
  const found = new Map<string, z.ZodType>();
  for (const module of [marketplaces, notifications, products, organizations, buyers, offers, entitlements]) {
    for (const value of Object.values(module)) {
      const id = value instanceof z.ZodType ? value.meta()?.id : undefined;
      if (!(value instanceof z.ZodType) || !id) continue;
      if (found.has(id) && found.get(id) !== value) throw new Error(`Two records have the name ${id}`);
      found.set(id, value);
    }
  }
  return found;
}

const schemas = collectSchemas();
const documents = new Map(
  [...schemas].map(([id, schema]) => {
    const document = z.toJSONSchema(schema) as Json;
    return [id, document.$defs?.[id] ?? document];
  }),
);
const isObject = (id: string) => documents.get(id)?.type === 'object';

/** Returns the JSON type of a field: a basic type, `array<…>` or the name of a record. */
function shapeOf(field: Json): { shape: string; nullable: boolean } {
  const shown = { ...field, ...field.override };
  const [only, ...others] = (shown.anyOf ?? []).filter((part) => part.type !== 'null');
  if (only && others.length === 0) return { ...shapeOf(only), nullable: true };
  const wrapped = shown.allOf?.[0];
  if (wrapped) return shapeOf(wrapped);
  if (shown.$ref) {
    const id = shown.$ref.replace('#/$defs/', '');
    return { shape: isObject(id) ? id : 'string', nullable: false };
  }
  if (shown.type === 'array') return { shape: `array<${shapeOf(shown.items ?? {}).shape}>`, nullable: false };
  return { shape: shown.type ?? 'any', nullable: false };
}

const isOneOf = (shape: string, ...kinds: string[]) => kinds.includes(shape) || isObject(shape);

/**
 * Returns whether the types agree. For some fields the specification contains only `nested`, `account record`
 * or array.
 */
function agrees(field: SpecifiedField, shape: string): boolean {
  const element = shape.match(/^array<(.*)>$/)?.[1];
  if (field.type === 'array')
    return element !== undefined && (!field.items || agrees({ type: field.items }, element));
  if (field.type === 'nested') return element !== undefined || isOneOf(shape, 'object', 'string');
  if (field.type === 'nested records') return isOneOf(element ?? shape, 'object');
  if (field.type === 'account record') return isObject(shape);
  return shape === (enumerations.has(field.type) ? 'string' : field.type);
}

function compare(expected: Specification): { equal: number; differences: string[] } {
  const differences: string[] = [];
  let equal = 0;
  for (const [id, fields] of Object.entries(expected)) {
    const properties = documents.get(id)?.properties;
    for (const [name, field] of Object.entries(fields)) {
      const path = `${id}.${name}`;
      const shown = properties?.[name];
      const { shape, nullable } = shapeOf(shown ?? {});
      const nullableExpected = field.nullable === true || path in nullWithMeaning;
      if (!shown) differences.push(`${path} is missing`);
      else if (!agrees(field, shape)) differences.push(`${path} is ${shape}, not ${JSON.stringify(field)}`);
      else if (nullable !== nullableExpected) differences.push(`${path} nullable is ${nullable}`);
      else equal += 1;
    }
  }
  return { equal, differences };
}

const changed = (id: string, name: string, field: SpecifiedField): Specification => {
  const copy: Specification = structuredClone(specification);
  copy[id] = { ...copy[id], [name]: field };
  return copy;
};

describe('API records', () => {
  test('R6 have 567 of 567 fields of the 35 records of the specification', () => {
    expect(compare(specification).differences).toEqual([]);
    expect(compare(specification).equal).toBe(567);
    expect(Object.keys(specification).filter((id) => isObject(id))).toHaveLength(35);
  });

  test.each([
    ['a missing field', 'WorkloadOffer', 'another', { type: 'string' }],
    ['a missing record', 'Another', 'id', { type: 'string' }],
    ['another type', 'WorkloadOffer', 'name', { type: 'number' }],
    ['integer for number', 'MkBSoftwareReservation', 'term', { type: 'integer' }],
    ['number for integer', 'DescribeOrderBody', 'AliUid', { type: 'number' }],
    ['another record', 'WorkloadOffer', 'info', { type: 'EntitlementInfo' }],
    ['a map for a record', 'OnboardingInfo', 'orgReady', { type: 'object' }],
    ['a record for an enumeration', 'WorkloadOffer', 'metaInfo', { type: 'OfferType' }],
    ['an enumeration for a record', 'WorkloadOffer', 'status', { type: 'OfferInfo' }],
    ['a list for one', 'OfferInfo', 'mkEOffer', { type: 'array', items: 'MkEOffer' }],
    ['other elements', 'OfferInfo', 'eulaMergeOrder', { type: 'array', items: 'string' }],
    ['a null that is not allowed', 'WorkloadOffer', 'name', { type: 'string', nullable: true }],
    ['a null that is allowed', 'WorkloadOffer', 'endTime', { type: 'string' }],
  ] as const)('R6 distinguish %s', (_what, id, name, field) => {
    expect(compare(changed(id, name, field)).differences).toHaveLength(1);
  });

  test('have a description for every field', () => {
    expect([...documents.values()].filter((document) => document.properties).length).toBeGreaterThan(150);
    const silent = [...documents].flatMap(([id, document]) =>
      Object.entries(document.properties ?? {})
        .filter(([, field]) => !field.description && !field.$ref)
        .map(([name]) => `${id}.${name}`),
    );
    expect(silent).toEqual([]);
  });

  test('R6 R7 refuse null and unknown states, times and currencies, and keep other values', () => {
    const { WorkloadOffer } = offers;
    expect(WorkloadOffer.parse({ endTime: null, offerType: 'SOMETHING_NEW', unknown: 1 })).toEqual({
      endTime: null,
      offerType: 'SOMETHING_NEW',
    });
    for (const wrong of [
      { name: null },
      { status: 'SOMETHING_NEW' },
      { expireTime: 'soon' },
      { info: { currency: 'XX' } },
    ]) {
      expect(WorkloadOffer.safeParse(wrong).success).toBe(false);
    }
  });

  test('have 63 distinct notification scopes', () => {
    expect(allNotificationScopes).toHaveLength(63);
    expect(new Set(allNotificationScopes).size).toBe(63);
  });
});
