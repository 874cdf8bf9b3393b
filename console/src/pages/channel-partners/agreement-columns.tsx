import type { ChannelPartnerAgreement, WithId } from '@tradepost/sdk';
import type { ResourceColumn } from '../../ui/resource/resource.ts';
import { Time } from '../../ui/time.tsx';

export type Agreement = WithId<ChannelPartnerAgreement>;

export const agreementFields = ['name', 'share', 'startDate', 'endDate', 'countries', 'productIds'];
export const agreementKinds = { productIds: 'products' };
export const agreementLabels = {
  share: 'Share in percent',
  startDate: 'First day',
  endDate: 'Ended on',
  countries: 'Countries',
  productIds: 'Products',
  fileId: 'Signed document',
};

export const agreementColumns: readonly ResourceColumn<Agreement>[] = [
  { name: 'Name', cell: ({ name }) => name },
  { name: 'Share', cell: ({ share }) => share !== undefined && `${share} %`, align: 'end' },
  { name: 'First day', width: 'day', cell: ({ startDate }) => <Time at={startDate} only="utcDay" /> },
  {
    name: 'Ended on',
    cell: ({ endDate }) => (endDate ? <Time at={endDate} only="utcDay" /> : 'Open end'),
  },
  { name: 'Countries', cell: ({ countries = [] }) => countries.join(', ') || 'All' },
];
