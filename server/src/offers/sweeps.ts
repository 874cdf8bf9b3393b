import { sweepAfter } from '../platform/database/maintenance.ts';

/** By these a repeat within 60 seconds is recognised (R20): swept as the system. */
export const sweepOffers = [sweepAfter('offer_creation', 'first_at', '1 hour')];
