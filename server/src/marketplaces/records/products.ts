import { freeRecord } from '../../platform/records/fields.ts';

/** Listings are mirrored as each marketplace keeps them; the service reads single members only. */
export const MkAProduct = freeRecord('MkAProduct', 'A product as marketplace A lists it.');

export const MkBProduct = freeRecord('MkBProduct', 'A product as marketplace B’s older interface lists it.');

export const MkBProductResource = freeRecord(
  'MkBProductResource',
  'The configuration of a product on marketplace B.',
);

export const MkCProduct = freeRecord('MkCProduct', 'A product as marketplace C lists it.');

export const MkDProduct = freeRecord('MkDProduct', 'A product as marketplace D lists it.');

export const MkFProduct = freeRecord('MkFProduct', 'A listing as marketplace F keeps it.');

export const PayAProduct = freeRecord('PayAProduct', 'A product as payment provider A keeps it.');
