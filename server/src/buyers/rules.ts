import { mergePatch } from '../platform/records/merge.ts';

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Removes unset fields: empty texts, and maps that contain only unset fields. */
export function withoutUnset(map: Json): Json {
  const kept = Object.entries(map).flatMap(([key, value]): [string, unknown][] => {
    if (value === undefined || value === '') return [];
    if (!isObject(value)) return [[key, value]];
    const inner = withoutUnset(value);
    return Object.keys(inner).length > 0 ? [[key, inner]] : [];
  });
  return Object.fromEntries(kept);
}

/** Merges a change with the stored fields (R8); absent fields are unchanged. */
export function changedInfo(stored: Json, patch: Json): Json {
  const merged = mergePatch(stored, patch);
  const named = Object.keys(patch).filter((key) => patch[key] !== undefined);
  const untouched = Object.entries(merged).filter(([key]) => !named.includes(key));
  const touched = Object.entries(merged).filter(([key]) => named.includes(key));
  return { ...Object.fromEntries(untouched), ...withoutUnset(Object.fromEntries(touched)) };
}

/**
 * Merges a change with a contact's stored details: an empty map or null removes all of them, and an empty
 * text removes its field.
 * @param sent the map as the caller sent it, because parsing removes empty codes
 */
export function changedContactInfo(stored: Json, patch: Json, sent: unknown): Json {
  if (sent === null) return {};
  if (!isObject(sent)) return stored;
  if (Object.keys(sent).length === 0) return {};
  const emptied = Object.keys(sent).filter((key) => sent[key] === '');
  const kept = Object.entries(mergePatch(stored, patch)).filter(([key]) => !emptied.includes(key));
  return Object.fromEntries(kept);
}

/** The fields that are excluded from merges: amounts computed from a buyer's sales, and the last modifier. */
const ownOfEach = ['collectableAmount', 'disbursedAmount', 'grossAmount', 'invoicedAmount', 'lastModifiedBy'];

/** Fills the absent fields of a map from another, at every depth. */
export function filledFrom(map: Json, other: Json): Json {
  const filled: Json = { ...map };
  for (const [key, value] of Object.entries(other)) {
    if (ownOfEach.includes(key)) continue;
    const own = filled[key];
    if (own === undefined) filled[key] = value;
    else if (isObject(own) && isObject(value)) filled[key] = filledFrom(own, value);
  }
  return filled;
}

/**
 * Returns the key by which e-mail addresses are compared, ignoring case. Only A to Z are converted to lower case, as in
 * the database.
 */
export const mailKey = (address: string): string =>
  address.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
