import { freeRecord } from '../../platform/records/fields.ts';

export const MkEOffer = freeRecord('MkEOffer', 'An offer as marketplace E keeps it.');
