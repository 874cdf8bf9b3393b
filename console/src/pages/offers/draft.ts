import type { WorkloadOffer } from '@tradepost/sdk';
import { rootOf, type Step } from '../../ui/form/fields.ts';
import type { Finding } from '../../ui/form/findings.ts';
import { isSame, type Json, valueAt, withValue } from '../../ui/form/pointers.ts';

/** The values in the URL on which the form of an offer depends. An empty partner means a direct sale. */
export type OfferFormQuery = {
  partner?: string | undefined;
  offerType?: string | undefined;
  productId?: string | undefined;
};

const pointers = { partner: '/partner', offerType: '/offerType', productId: '/productID' } as const;
const names = Object.keys(pointers) as (keyof OfferFormQuery)[];

/** The initial values of a new offer: a name and a price. */
const blank: Json = {
  partner: 'MKA',
  info: { currency: 'USD', commits: [{ key: 'seats', quantity: 1, length: 1, timeUnit: 'YEAR' }] },
};

/**
 * Returns the initial values of the form: the stored offer, or a new offer with the values in the URL. For a stored
 * offer the URL is ignored, because an old URL would undo later changes by other members.
 */
export const startOf = (offer: Json | undefined, asked: OfferFormQuery): Json =>
  offer ??
  names
    .filter((name) => asked[name] !== undefined)
    .reduce((record, name) => withValue(record, pointers[name], asked[name] || undefined), blank);

/** Returns the values on which the form of an offer depends. */
export const askedOf = (record: Json): OfferFormQuery =>
  Object.fromEntries(names.map((name) => [name, valueAt(record, pointers[name])]));

/**
 * Returns the offer to send: the entered values, without fields that the form no longer contains (for example after a
 * change of the marketplace). Values of a stored offer without a form field are kept.
 */
export function sentOf(
  record: Json,
  before: Json,
  typed: ReadonlySet<string>,
  steps: readonly Step[] | undefined,
): Json {
  if (!steps) return record;
  const shown = new Set(steps.flatMap(({ fields }) => fields.map(({ pointer }) => pointer)));
  const gone = [...new Set([...typed].map(rootOf))].filter((pointer) => !shown.has(pointer));
  return gone.reduce((offer, pointer) => withValue(offer, pointer, valueAt(before, pointer)), record);
}

/** Returns an error for each required field without a value. */
export const neededOf = (steps: readonly Step[], record: Json): Finding[] =>
  steps
    .flatMap(({ fields }) => fields)
    .filter(({ isRequired, pointer }) => isRequired && (valueAt(record, pointer) ?? '') === '')
    .map(({ pointer }) => ({ pointer, message: 'is required', isError: true }));

/**
 * Returns the part of an offer to validate. For a stored draft, this is its id with the differences, as for a
 * submission. Validation by id cannot unset fields, so a draft with a removed value is validated completely.
 */
export function judgedOf(offer: Json, before: Json | undefined): WorkloadOffer {
  const { id: _, ...whole } = offer;
  if (before?.status !== 'DRAFT') return whole;
  const isUnset = (name: string) => whole[name] === undefined && (before[name] ?? undefined) !== undefined;
  if (Object.keys(before).some((name) => name !== 'id' && isUnset(name))) return whole;
  const changed = Object.entries(whole).filter(([name, value]) => !isSame(value, before[name]));
  return { ...Object.fromEntries(changed), id: String(before.id) };
}
