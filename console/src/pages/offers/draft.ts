import type { WorkloadOffer } from '@tradepost/sdk';
import { rootOf, type Step } from '../../ui/form/fields.ts';
import { isSame, type Json, valueAt, withValue } from '../../ui/form/pointers.ts';

/** What of an offer its form depends on, as the address says it. An empty partner is a direct sale. */
export type Asked = {
  partner?: string | undefined;
  offerType?: string | undefined;
  productId?: string | undefined;
};

const pointers = { partner: '/partner', offerType: '/offerType', productId: '/productID' } as const;
const names = Object.keys(pointers) as (keyof Asked)[];

/** What a new offer begins with: enough for a first one, with a name and a price. */
const blank: Json = {
  partner: 'MKA',
  info: { currency: 'USD', commits: [{ key: 'seats', quantity: 1, length: 1, timeUnit: 'YEAR' }] },
};

/**
 * What is filled in at first: the offer as it is kept, or a blank one as the address wants it. An address says nothing of an offer that
 * is there: one of yesterday would take back what another has written since.
 */
export const startOf = (offer: Json | undefined, asked: Asked): Json =>
  offer ??
  names
    .filter((name) => asked[name] !== undefined)
    .reduce((record, name) => withValue(record, pointers[name], asked[name] || undefined), blank);

/** What the form of an offer depends on. */
export const askedOf = (record: Json): Asked =>
  Object.fromEntries(names.map((name) => [name, valueAt(record, pointers[name])]));

/**
 * The offer that is sent: what was typed, without what was typed into fields that the form does not have any more, as when
 * another marketplace was chosen meanwhile. What of an offer that was there no form shows stays as it was.
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

/**
 * What of an offer is judged: with the id of its draft only what differs, for that is what the draft would be submitted as.
 * There a field cannot be unset, so that a draft that has lost one is judged as a whole.
 */
export function judgedOf(offer: Json, before: Json | undefined): WorkloadOffer {
  const { id: _, ...whole } = offer;
  if (before?.status !== 'DRAFT') return whole;
  const isUnset = (name: string) => whole[name] === undefined && (before[name] ?? undefined) !== undefined;
  if (Object.keys(before).some((name) => name !== 'id' && isUnset(name))) return whole;
  const changed = Object.entries(whole).filter(([name, value]) => !isSame(value, before[name]));
  return { ...Object.fromEntries(changed), id: String(before.id) };
}
