import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../../marketplaces/index.ts';

/** Field names of the two license agreements of an offer. The reseller's agreement has no merge order. */
export const parties = {
  buyer: {
    type: 'eulaType',
    attach: 'attachEulaType',
    url: 'eulaUrl',
    additional: 'additionalEulaUrls',
    order: 'eulaMergeOrder',
    merged: 'mergedEulaUrl',
  },
  reseller: {
    type: 'resellerEulaType',
    attach: 'resellerAttachEulaType',
    url: 'resellerEulaUrl',
    additional: 'additionalResellerEulaUrls',
    order: undefined,
    merged: 'mergedResellerEulaUrl',
  },
} as const;
export type Party = keyof typeof parties;

/** A document of an agreement: a marketplace's standard agreement, an address or a stored file. */
export type Source =
  | { kind: 'standard'; pointer: string; type: string }
  | { kind: 'document'; pointer: string; url: string };

/** Maximum number of documents that are merged into one document. */
export const mostSources = 20;

type Terms = { info: JsonObject; metaInfo: JsonObject };

const originalOf = ({ metaInfo }: Terms): JsonObject => (metaInfo.originalEulaInfo ?? {}) as JsonObject;
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** Reads the address that the caller gave, even after the merged document replaced it. */
function givenUrl(terms: Terms, party: Party): string | undefined {
  const names = parties[party];
  const original = originalOf(terms);
  const url = textOf(terms.info[names.url]);
  return url !== undefined && url === original[names.merged] ? textOf(original[names.url]) : url;
}

/**
 * Lists the documents of a CUSTOM agreement in merge order (R28): index 0 is attachEulaType, 1 the address, and from
 * 2 the additional documents. Documents that the order omits come last.
 */
export function sourcesOf(terms: Terms, party: Party): Source[] {
  const names = parties[party];
  const { info } = terms;
  if (info[names.type] !== 'CUSTOM') return [];
  const attached = textOf(info[names.attach]);
  const own = givenUrl(terms, party);
  const additional = (info[names.additional] ?? []) as string[];
  const byIndex: (Source | undefined)[] = [
    attached === undefined
      ? undefined
      : { kind: 'standard', pointer: `/info/${names.attach}`, type: attached },
    own === undefined ? undefined : { kind: 'document', pointer: `/info/${names.url}`, url: own },
    ...additional.map(
      (url, index): Source => ({ kind: 'document', pointer: `/info/${names.additional}/${index}`, url }),
    ),
  ];
  const wanted = names.order ? ((info[names.order] ?? []) as number[]) : [];
  const order = [...new Set([...wanted, ...byIndex.keys()])];
  return order.map((index) => byIndex[index]).filter((source) => source !== undefined);
}

/** Reads the caller's agreement fields, which are stored with the merged document. */
function requestOf(terms: Terms, party: Party): JsonObject {
  const { merged: _merged, url, order, ...names } = parties[party];
  const given = [...Object.values(names), ...(order ? [order] : [])].map((name) => [name, terms.info[name]]);
  return Object.fromEntries(
    [...given, [url, givenUrl(terms, party)]].filter(([, value]) => value !== undefined && value !== null),
  );
}

/** Returns whether the current address belongs to a document that was merged from exactly these fields. */
export function isSettled(terms: Terms, party: Party): boolean {
  const { url, merged } = parties[party];
  const original = originalOf(terms);
  if (original[merged] === undefined || terms.info[url] !== original[merged]) return false;
  const asked = requestOf(terms, party);
  return Object.entries(asked).every(([name, value]) => isDeepStrictEqual(value, original[name]));
}

/** Derives the fields that change when an agreement is merged: its address and the request it was merged from. */
export function mergedFields(terms: Terms, party: Party, address: string): Terms {
  const { url, merged } = parties[party];
  const originalEulaInfo = { ...originalOf(terms), ...requestOf(terms, party), [merged]: address };
  return { info: { [url]: address }, metaInfo: { originalEulaInfo } };
}
