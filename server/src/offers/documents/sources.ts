import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../../marketplaces/index.ts';

/** The two license agreements of an offer, by the names of their fields; the reseller's has no order of its own. */
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

/** A document that an agreement is made of: a marketplace's standard one, or one at an address or of our own. */
export type Source =
  | { kind: 'standard'; pointer: string; type: string }
  | { kind: 'document'; pointer: string; url: string };

/** The most documents that are merged into one. */
export const mostSources = 20;

type Terms = { info: JsonObject; metaInfo: JsonObject };

const originalOf = ({ metaInfo }: Terms): JsonObject => (metaInfo.originalEulaInfo ?? {}) as JsonObject;
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** The address that the caller gave, also after ours has taken its place. */
function givenUrl(terms: Terms, party: Party): string | undefined {
  const names = parties[party];
  const original = originalOf(terms);
  const url = textOf(terms.info[names.url]);
  return url !== undefined && url === original[names.merged] ? textOf(original[names.url]) : url;
}

/**
 * The documents of a CUSTOM agreement in the order in which they are merged (R28): index 0 is attachEulaType, 1 the
 * address, from 2 the additional ones. Those that the order does not name come after those that it names.
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

/** Reads what the caller asked for, as it is kept beside the merged one. */
function requestOf(terms: Terms, party: Party): JsonObject {
  const { merged: _merged, url, order, ...names } = parties[party];
  const given = [...Object.values(names), ...(order ? [order] : [])].map((name) => [name, terms.info[name]]);
  return Object.fromEntries(
    [...given, [url, givenUrl(terms, party)]].filter(([, value]) => value !== undefined && value !== null),
  );
}

/** Says whether the address is that of the document that was merged from just these documents. */
export function isSettled(terms: Terms, party: Party): boolean {
  const { url, merged } = parties[party];
  const original = originalOf(terms);
  if (original[merged] === undefined || terms.info[url] !== original[merged]) return false;
  const asked = requestOf(terms, party);
  return Object.entries(asked).every(([name, value]) => isDeepStrictEqual(value, original[name]));
}

/** The fields that change when a merged document is there: its address, and what it was made of. */
export function settled(terms: Terms, party: Party, address: string): Terms {
  const { url, merged } = parties[party];
  const originalEulaInfo = { ...originalOf(terms), ...requestOf(terms, party), [merged]: address };
  return { info: { [url]: address }, metaInfo: { originalEulaInfo } };
}
