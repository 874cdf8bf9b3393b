import { countEndpoints } from '../../notifications/index.ts';
import type { QuotaDefinition } from '../../platform/access/quotas.ts';
import { countClients } from '../clients/index.ts';
import { countMembers } from './store.ts';

/** The quotas of this slice. */
export const organizationQuotas: readonly QuotaDefinition[] = [
  { name: 'apiClients', description: 'API clients that may act in the organization', count: countClients },
  {
    name: 'members',
    description: 'People who are members of the organization or were invited to it',
    count: countMembers,
  },
  { name: 'webhookEndpoints', description: 'Webhook endpoints', count: countEndpoints },
];
