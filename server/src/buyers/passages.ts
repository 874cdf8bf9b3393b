import { recordPassages } from '../knowledge/index.ts';

/** Buyers as search passages. */
export const buyerPassages = recordPassages({
  type: 'BUYER',
  table: 'buyer',
  shown: `r.status = 'ACTIVE'`,
  title: ['name', 'info.companyInfo.name', 'external_id'],
  fields: [
    'description',
    'info.companyInfo.name',
    'info.companyInfo.city',
    'info.companyInfo.country',
    'info.companyInfo.emailDomain',
    'info.emailAddress',
    'info.customerId',
    'external_id',
  ],
});
