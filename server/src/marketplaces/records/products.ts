import { freeRecord } from '../../platform/records/fields.ts';

/**
 * Products in each marketplace's own format. The records are stored unchanged; the service reads only single
 * members.
 */
export const MkAProduct = freeRecord('MkAProduct', 'A product in marketplace A’s own format.');

export const MkBProduct = freeRecord(
  'MkBProduct',
  'A product in the format of marketplace B’s older interface.',
);

export const MkBProductResource = freeRecord(
  'MkBProductResource',
  'The configuration of a product on marketplace B.',
);

export const MkCProduct = freeRecord('MkCProduct', 'A product in marketplace C’s own format.');

export const MkDProduct = freeRecord('MkDProduct', 'A product in marketplace D’s own format.');

export const MkFProduct = freeRecord('MkFProduct', 'A listing in marketplace F’s own format.');

export const PayAProduct = freeRecord('PayAProduct', 'A product in payment provider A’s own format.');
