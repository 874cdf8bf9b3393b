import endpoints from './endpoints.json' with { type: 'json' };
import published from './published.json' with { type: 'json' };

/** An operation as used by clients that were generated from the published document. */
export type PublishedCall = {
  group: string;
  method: string;
  path: string;
  /** True if the newest published document does not contain the operation. */
  older?: boolean;
  query?: string[];
  /** The record in the body; a list is in brackets. */
  takes?: string;
  answer: string;
  record?: string;
};

const listed: readonly PublishedCall[] = endpoints;
export const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

/** Operations that have reference pages but are not in a published document yet. */
const onPagesOnly = [
  'GET /org/{orgId}/auditingEvent/query',
  'POST /org/{orgId}/cosell/referral',
  'GET /org/{orgId}/notificationConfigInfo',
  'PATCH /org/{orgId}/notificationConfigInfo',
  'POST /org/{orgId}/offer/validate',
  'GET /org/{orgId}/offerSet',
  'GET /org/{orgId}/v2/operation/{operationId}',
  'GET /org',
];

/** The operations of the newest published document. */
export const published106 = listed.filter((each) => !each.older && !onPagesOnly.includes(nameOf(each)));

/** Operations for which the references list two response types, with the newer type. */
const newerAnswers: Readonly<Record<string, string>> = {
  'POST /org/{orgId}/offer/{offerId}/notifyContacts': 'NotificationEvent',
};

/** Returns the response type of an operation, in the notation of `published.json`. */
export function answerOf(call: PublishedCall): string {
  const { answer, record = 'any' } = call;
  const newer = newerAnswers[nameOf(call)];
  if (newer) return newer;
  if (answer === 'array') return `[${record}]`;
  return ['string', 'boolean'].includes(answer) ? answer : record;
}

const records: Readonly<Record<string, Readonly<Record<string, string>>>> = published.records;
type Fill = (type: string) => unknown;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Completes a body with the published fields that it omits, also in nested records.
 * @param fill returns the value of a field; undefined omits the field
 */
export function filled(type: string, body: unknown, fill: Fill): unknown {
  if (type.startsWith('[')) {
    const inner = type.slice(1, -1);
    return Array.isArray(body) ? body.map((item) => filled(inner, item, fill)) : body;
  }
  const fields = records[type.replace('?', '')];
  if (!fields || !isRecord(body)) return body;
  const others = Object.entries(fields).flatMap(([name, inner]): [string, unknown][] => {
    if (name in body) return [[name, filled(inner, body[name], fill)]];
    const value = fill(inner);
    return value === undefined ? [] : [[name, value]];
  });
  return { ...body, ...Object.fromEntries(others) };
}

/** The value that clients send for an unset field. */
export const unset: Readonly<Record<string, Fill>> = {
  'no more': () => undefined,
  nulls: () => null,
  'empty maps and lists': (type) => {
    if (type.startsWith('[')) return [];
    return type.startsWith('{') ? {} : undefined;
  },
};
