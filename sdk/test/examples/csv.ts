import { tradepost } from './client.ts';

const { text } = await tradepost.request('GET', '~/usageRecordGroup', { headers: { accept: 'text/csv' } });
console.log(text.split('\n')[0]);
