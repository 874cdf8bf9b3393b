import { describe, expect, test } from 'vitest';
import endpoints from './contract/endpoints.json' with { type: 'json' };
import {
  bodySchema,
  document,
  type Operation,
  operations,
  resolve,
  type Schema,
} from './generated/operations.ts';

/** Operation groups that are fully implemented. */
const built: string[] = [
  'API',
  'Auditing',
  'Billing',
  'Buyer',
  'Contact',
  'Entitlement',
  'Metering',
  'Notification',
  'Offer',
  'OfferSet',
  'Operation',
  'Organization',
  'Product',
  'Report',
  'Support',
];

/** Operation groups that are incomplete. This list may only shrink. */
const notYet = ['Cosell'];

/** Listed operations that are omitted on purpose, with the reason. */
const leftOut: Readonly<Record<string, string>> = {
  'POST /public/apiClient/accessToken': 'every token comes from the token endpoint (R3)',
};

/** Operations for which the references list two response types, with the newer type. */
const otherAnswers: Readonly<Record<string, string>> = {
  'POST /org/{orgId}/offer/{offerId}/notifyContacts': 'record NotificationEvent',
};

/** The operation groups of the specification. */
const specified = [
  'API',
  'Auditing',
  'Buyer',
  'Contact',
  'Cosell',
  'Entitlement',
  'Knowledge Search',
  'Metering',
  'Notification',
  'Offer',
  'OfferSet',
  'Operation',
  'Organization',
  'Partner Relationship Management',
  'Product',
  'Report',
  'Revenue',
  'Support',
];

/** The tags of operations that the reference lists under Report and the specification under Revenue. */
const newerTags: Readonly<Record<string, string>> = {
  'GET /org/{orgId}/dailyRevenueRecord': 'Revenue',
  'GET /org/{orgId}/partner/{partner}/revenueRecord': 'Revenue',
  'GET /org/{orgId}/partner/{partner}/revenueRecordDetail': 'Revenue',
};

type ListedEndpoint = {
  group: string;
  method: string;
  path: string;
  query?: string[];
  required?: string[];
  /** Response format: `page` has `data` and page numbers; `wrapper` has `nextOffset`. */
  answer: string;
  record?: string;
};

const listed: readonly ListedEndpoint[] = endpoints;
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
const shapeOf = (operation: { method: string; path: string }) =>
  nameOf(operation).replaceAll(/\{\w+\}/g, '{}');

const referenceOf = ({ $ref, allOf }: Schema): string | undefined => $ref ?? allOf?.[0]?.$ref;
const recordOf = (schema: Schema): string | undefined =>
  referenceOf(schema)?.replace('#/components/schemas/', '');

/** Returns the format of a response, and its record. */
function answerOf(schema: Schema): { answer: string; record: string | undefined } {
  const { type, items, properties = {} } = resolve(schema);
  if (type === 'array') {
    const inner = items && resolve(items).type === 'array' ? items.items : items;
    return { answer: 'array', record: inner && recordOf(inner) };
  }
  if (type !== 'object') return { answer: String(type), record: undefined };
  const has = (...names: string[]) => names.every((name) => name in properties);
  if (has('data', 'page_number', 'page_size', 'total_count'))
    return { answer: 'page', record: recordOf(schema) };
  return { answer: has('nextOffset') ? 'wrapper' : 'record', record: recordOf(schema) };
}

/**
 * Lists the differences between a listed operation and the implementation: missing parameters, additional
 * required parameters, different responses.
 */
function problemsOf(wanted: ListedEndpoint): string[] {
  const name = nameOf(wanted);
  const operation = operations.find((other) => nameOf(other) === name);
  if (!operation) {
    const similar = operations.find((other) => shapeOf(other) === shapeOf(wanted));
    return [`${name} is missing${similar ? `, there is ${nameOf(similar)}` : ''}`];
  }
  return [...parameterProblems(wanted, operation), ...answerProblems(wanted, operation)];
}

function parameterProblems(wanted: ListedEndpoint, operation: Operation): string[] {
  const name = nameOf(wanted);
  const query = operation.parameters.filter((parameter) => parameter.in === 'query');
  const names = query.map((parameter) => parameter.name);
  const missing = (wanted.query ?? []).filter((parameter) => !names.includes(parameter));
  const needed = query.filter(
    (parameter) => parameter.required && !wanted.required?.includes(parameter.name),
  );
  return [
    ...missing.map((parameter) => `${name} does not take ${parameter}`),
    ...needed.map((parameter) => `${name} needs ${parameter.name}`),
  ];
}

function answerProblems(wanted: ListedEndpoint, operation: Operation): string[] {
  const schema = bodySchema(operation.responses['200']);
  const { answer, record } = answerOf(schema ?? {});
  const same = answer === wanted.answer && (wanted.record === undefined || record === wanted.record);
  const answered = [answer, record].join(' ').trim();
  const asked = [wanted.answer, wanted.record].join(' ').trim();
  return same || otherAnswers[nameOf(wanted)] === answered
    ? []
    : [`${nameOf(wanted)} answers ${answered}, not ${asked}`];
}

const ofGroup = (group: string) =>
  listed.filter((other) => other.group === group && !Object.hasOwn(leftOut, nameOf(other)));

test('every listed group is either complete or in the list of incomplete ones', () => {
  const groups = new Set(listed.map(({ group }) => group).filter((group) => ofGroup(group).length > 0));
  expect([...built, ...notYet].sort()).toEqual([...groups].sort());
});

describe('operations known to existing clients', () => {
  test('of complete groups exist as listed', () => {
    expect(built.flatMap(ofGroup).flatMap(problemsOf)).toEqual([]);
  });

  test.each(notYet)('of %s are not complete', (group) => {
    expect(ofGroup(group).flatMap(problemsOf)).not.toEqual([]);
  });

  test('are compared: some of them match', () => {
    const whole = listed.filter((wanted) => problemsOf(wanted).length === 0).map(nameOf);
    expect(whole).toEqual(
      expect.arrayContaining([
        'GET /org',
        'GET /org/{orgId}/offer/{offerId}',
        'GET /org/{orgId}/entitlement/{entitlementId}/entitlementTerm',
      ]),
    );
  });
});

describe('tags', () => {
  test('include each group of the specification, with operations', () => {
    const declared = document.tags.map(({ name }) => name);
    const used = operations.flatMap(({ tags = [] }) => tags);
    expect(specified.filter((name) => !declared.includes(name) || !used.includes(name))).toEqual([]);
  });

  test('of a published operation are its group', () => {
    const groups = new Map(listed.map((each) => [nameOf(each), newerTags[nameOf(each)] ?? each.group]));
    const published = operations.filter((operation) => groups.has(nameOf(operation)));
    expect(published.length).toBeGreaterThan(130);
    expect(published.map((each) => [nameOf(each), each.tags])).toEqual(
      published.map((each) => [nameOf(each), [groups.get(nameOf(each))]]),
    );
  });
});

describe('omitted operations', () => {
  test('are listed and not implemented', () => {
    const names = listed.map(nameOf);
    expect(Object.keys(leftOut).filter((name) => !names.includes(name))).toEqual([]);
    expect(operations.map(nameOf).filter((name) => Object.hasOwn(leftOut, name))).toEqual([]);
  });
});

describe('the comparison', () => {
  const wanted = listed.find(
    (other) => nameOf(other) === 'GET /org/{orgId}/offer/{offerId}',
  ) as ListedEndpoint;

  test.each<[change: Partial<ListedEndpoint>, problem: string]>([
    [{ method: 'POST' }, 'is missing'],
    [{ path: '/org/{orgId}/offer/{id}' }, 'is missing, there is GET /org/{orgId}/offer/{offerId}'],
    [{ query: ['format'] }, 'does not take format'],
    [{ answer: 'string' }, 'answers record WorkloadOffer, not string'],
    [{ record: 'WorkloadProduct' }, 'answers record WorkloadOffer, not record WorkloadProduct'],
  ])('finds the difference when %j is listed', (change, problem) => {
    expect(problemsOf(wanted)).toEqual([]);
    const [answered] = problemsOf({ ...wanted, ...change });
    expect(answered).toContain(problem);
  });

  test('distinguishes the forms of responses', () => {
    const properties = (...names: string[]) => Object.fromEntries(names.map((name) => [name, {}]));
    const forms: [Schema, string][] = [
      [{ type: 'object', properties: properties('data', 'page_number', 'page_size', 'total_count') }, 'page'],
      [{ type: 'object', properties: properties('offers', 'nextOffset') }, 'wrapper'],
      [{ type: 'object', properties: properties('data') }, 'record'],
      [{ type: 'array', items: { type: 'array', items: {} } }, 'array'],
      [{ type: 'string' }, 'string'],
      [{ type: 'boolean' }, 'boolean'],
    ];
    expect(forms.map(([schema]) => answerOf(schema).answer)).toEqual(forms.map(([, form]) => form));
  });
});
