import type { QuotaDefinition } from '../platform/access/quotas.ts';
import { countFiles } from './store.ts';

export const fileQuota: QuotaDefinition = {
  name: 'files',
  description: 'Files that are not deleted',
  count: countFiles,
};
