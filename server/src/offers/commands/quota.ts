import type { QuotaDefinition } from '../../platform/access/quotas.ts';
import { countOffers } from '../store.ts';

export const offerQuota: QuotaDefinition = {
  name: 'offers',
  description: 'Offers that are not deleted',
  count: countOffers,
};
