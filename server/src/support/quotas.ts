import type { QuotaDefinition } from '../platform/access/quotas.ts';
import { countComments, countTickets } from './store.ts';

export const ticketQuota: QuotaDefinition = {
  name: 'supportTickets',
  description: 'Support tickets, including closed tickets',
  count: countTickets,
};

export const commentQuota: QuotaDefinition = {
  name: 'supportComments',
  description: 'Comments on support tickets',
  count: countComments,
};
