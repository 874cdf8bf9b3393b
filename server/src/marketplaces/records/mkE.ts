import { freeRecord } from '../../platform/records/fields.ts';

export const MkEOffer = freeRecord('MkEOffer', 'An offer in marketplace E’s own format.');
