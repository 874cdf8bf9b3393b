import type { z } from 'zod';
import { freeRecord } from '../../platform/records/fields.ts';

/** Listings are mirrored as each marketplace keeps them; the service reads single members only. */
export const MkAProduct = freeRecord('MkAProduct', 'A product as marketplace A lists it.');
export type MkAProduct = z.infer<typeof MkAProduct>;

export const MkBProduct = freeRecord('MkBProduct', 'A product as marketplace B’s older interface lists it.');
export type MkBProduct = z.infer<typeof MkBProduct>;

export const MkBProductResource = freeRecord(
  'MkBProductResource',
  'The configuration of a product on marketplace B.',
);
export type MkBProductResource = z.infer<typeof MkBProductResource>;

export const MkCProduct = freeRecord('MkCProduct', 'A product as marketplace C lists it.');
export type MkCProduct = z.infer<typeof MkCProduct>;

export const MkDProduct = freeRecord('MkDProduct', 'A product as marketplace D lists it.');
export type MkDProduct = z.infer<typeof MkDProduct>;

export const MkFProduct = freeRecord('MkFProduct', 'A listing as marketplace F keeps it.');
export type MkFProduct = z.infer<typeof MkFProduct>;

export const PayAProduct = freeRecord('PayAProduct', 'A product as payment provider A keeps it.');
export type PayAProduct = z.infer<typeof PayAProduct>;
