import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { Owner } from '../../products/index.ts';
import { WorkloadMetaInfo } from '../../products/records/index.ts';
import { OfferInfo, WorkloadOffer } from '../records.ts';
import { prepareOffer } from './prepare.ts';
import { marketplaceMembers, owners } from './server-owned.ts';

const context = { now: new Date('2030-01-15T12:00:00Z') };
const inTheFuture = '2030-06-30T00:00:00.000Z';

/** Values for fields whose format has more rules than their type. */
const special: Record<string, unknown> = {
  partner: 'MKA',
  offerType: 'CPPO',
  productType: 'CONTRACT',
  status: 'ACCEPTED',
  currency: 'EUR',
  recurringUnit: 'MONTH',
  startTime: '2030-02-01T00:00:00.000Z',
  eulaType: 'CUSTOM',
  resellerEulaType: 'CUSTOM',
  buyerCountryCodes: ['DE'],
  eulaMergeOrder: [1, 0],
  mkAAgreementDuration: 'P12M',
  mkCPaymentSchedule: 'POSTPAY',
  crmCOpportunityId: 'b1c2',
  start: '2030-02-01',
  end: '2030-02-28',
  acceptBy: '2030-02-03',
  lastModified: '2030-01-01',
  notificationContacts: ['ann@example.com'],
  privateOfferType: 'multipartyPromotionOriginator',
  termsAndConditionsDocSasUrl: '',
  replacedOfferResourceName: 'projects/1/services/s/privateOffers/p',
  replacedResellerPrivateOfferPlan: 'resellerPrivateOfferPlans/1',
  type: 'FLAT_RATE',
  timeUnit: 'DAY',
  category: 'basic',
  minimumCommitScope: 'DIMENSION',
  discountType: 'ABSOLUTE',
  billingCycle: 'MONTH_FIRST_DAY',
  trialPeriodUnit: 'MONTH',
  isMkBUpgradeOffer: false,
  mkBOriginalOfferIDForUpgrade: '',
  upgradedFrom: {},
  sourceOfferIdToCancelAfterPublish: '',
};

type Definition = {
  type: string;
  innerType: z.ZodType;
  element: z.ZodType;
  valueType: z.ZodType;
  shape: Record<string, z.ZodType>;
};

/** Creates a value of the schema with every field set. */
function sample(schema: z.ZodType): unknown {
  const definition = schema.def as unknown as Definition;
  if (definition.type === 'optional' || definition.type === 'nullable') return sample(definition.innerType);
  if (definition.type === 'array') return [sample(definition.element)];
  if (definition.type === 'record') return { one: sample(definition.valueType) };
  if (definition.type === 'object')
    return Object.fromEntries(
      Object.entries(definition.shape).map(([name, field]) => [name, special[name] ?? sample(field)]),
    );
  const candidates = [1, true, inTheFuture, '2030-06-30', ''];
  return candidates.find((candidate) => schema.safeParse(candidate).success);
}

const namesOf = (schema: z.ZodObject) => Object.keys(schema.shape).sort();
const ownedBy = (owner: Owner, table: Record<string, Owner>) =>
  Object.keys(table).filter((name) => table[name] === owner);

describe('table of field owners', () => {
  const cases = [
    ['WorkloadOffer', owners.offer, WorkloadOffer],
    ['OfferInfo', owners.info, OfferInfo],
    ['WorkloadMetaInfo', owners.metaInfo, WorkloadMetaInfo],
  ] as const;
  it.each(cases)('R9 the table has exactly the fields of %s', (_name, table, schema) => {
    expect(Object.keys(table).sort()).toEqual(namesOf(schema));
  });
  it('R9 the table has the server-owned fields of the rule', () => {
    expect(ownedBy('server', owners.offer)).toEqual([
      'createdBy',
      'creationTime',
      'externalID',
      'id',
      'lastUpdateTime',
      'lastUpdatedBy',
      'organizationID',
      'soldAs',
      'status',
      'subStatus',
    ]);
    expect(ownedBy('server', owners.info)).toEqual([
      'mkACppoEventDetail',
      'mkACppoOpportunity',
      'pdfURL',
      'privateOfferUrl',
      'visibility',
    ]);
    expect(ownedBy('server', owners.metaInfo)).toEqual([
      'approvalInfo',
      'createRetryAttempts',
      'createdByEmail',
      'createdBySource',
      'errorMessages',
      'lastModifiedBy',
      'mkBBillingAccountID',
      'mkCBillingAccountID',
      'nextCreateRetryAt',
      'notifications',
      'offerAcceptDate',
      'offerCreationSuccessDate',
      'prettifiedErrorMessages',
      'sourceOfferCancelAfterPublishAt',
      'sourceOfferCancelAfterPublishError',
      'sourceOfferCancelAfterPublishStatus',
      'warningMessages',
    ]);
  });
});

describe('records that the caller and a marketplace both write', () => {
  it.each([
    [
      'mkBPrivateOffer',
      ['eTag', 'id', 'lastModified', 'state', 'subState', 'acceptanceLinks', 'validations'],
    ],
    ['mkCPrivateOffer', ['name', 'offerId', 'offerState', 'agreement', 'activeEntitlement', 'updateTime']],
    ['mkFOffer', ['name', 'state', 'state_updated_on', 'updated_on', 'is_default']],
  ])('R9 R25 fields of info.%s that the marketplace assigns are ignored', (name, members) => {
    const given = Object.fromEntries(members.map((member) => [member, 'x']));
    const { info } = prepareOffer({ info: { [name]: { ...given, partners: [] } } }, context);
    expect(info[name]).toEqual({ partners: [] });
  });
});

describe('offer with every field set', () => {
  const body = sample(WorkloadOffer) as WorkloadOffer & Record<string, unknown>;
  const before = structuredClone(body);
  const prepared = prepareOffer(body, context);
  const info = body.info as Record<string, unknown>;
  const metaInfo = body.metaInfo as Record<string, unknown>;

  it('R9 the test body has a value for each field', () => {
    expect(WorkloadOffer.safeParse(body).error).toBeUndefined();
    for (const [given, table] of [
      [body, owners.offer],
      [info, owners.info],
      [metaInfo, owners.metaInfo],
    ] as const)
      for (const name of Object.keys(table)) expect(given[name], name).toBeDefined();
  });
  it('R9 the body is not modified', () => expect(body).toEqual(before));

  it.each(ownedBy('server', owners.offer))('R9 %s is ignored', (name) => {
    expect(prepared.fields).not.toHaveProperty(name);
  });
  it.each(ownedBy('server', owners.info).filter((name) => name !== 'visibility'))(
    'R9 info.%s is ignored',
    (name) => expect(prepared.info).not.toHaveProperty(name),
  );
  it.each(ownedBy('server', owners.metaInfo))('R9 metaInfo.%s is ignored', (name) => {
    expect(prepared.metaInfo).not.toHaveProperty(name);
  });
  it.each(ownedBy('caller', owners.offer).filter((name) => !['info', 'metaInfo'].includes(name)))(
    'R9 %s is stored',
    (name) => expect(prepared.fields[name as keyof typeof prepared.fields]).toEqual(body[name]),
  );
  const opened = Object.keys(marketplaceMembers);
  it.each(ownedBy('caller', owners.info).filter((name) => !opened.includes(name)))(
    'R9 info.%s is stored',
    (name) => expect(prepared.info[name]).toEqual(info[name]),
  );
  it.each(ownedBy('caller', owners.metaInfo))('R9 metaInfo.%s is stored', (name) => {
    expect(prepared.metaInfo[name]).toEqual(metaInfo[name]);
  });
  it.each(Object.entries(marketplaceMembers))(
    'R9 R25 other fields of info.%s are stored',
    (name, members) => {
      const given = info[name] as Record<string, unknown>;
      const kept = prepared.info[name] as Record<string, unknown>;
      const expected = Object.keys(given).filter((key) => !(members as readonly string[]).includes(key));
      expect(Object.keys(kept)).toEqual(expected);
      expect(kept).toEqual(Object.fromEntries(expected.map((key) => [key, given[key]])));
    },
  );
});
