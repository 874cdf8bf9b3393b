import type { PortalOffer, WithId } from '@tradepost/sdk';
import { getPortalOffer, listPortalOffers } from '../../../generated/partnerPortal.ts';
import { paths } from '../../../paths.ts';
import { Money } from '../../../ui/money.tsx';
import { resourcePages } from '../../../ui/resource/index.ts';
import type { ResourceColumn } from '../../../ui/resource/resource.ts';
import { Status } from '../../../ui/status.tsx';
import { Time } from '../../../ui/time.tsx';
import { nameOf } from '../../../ui/words.ts';

type Offer = WithId<PortalOffer>;

const facts: readonly ResourceColumn<Offer>[] = [
  { name: 'Product', cell: ({ productName }) => productName || '–' },
  { name: 'Kind', cell: ({ kind }) => nameOf(kind), width: 'narrow' },
  {
    name: 'Amount',
    cell: ({ amount, currency }) => <Money of={amount} in={currency} />,
    align: 'end',
  },
  { name: 'Share', cell: ({ share }) => share !== undefined && `${share} %`, align: 'end', width: 'narrow' },
  {
    name: 'Share amount',
    cell: ({ shareAmount, currency }) =>
      shareAmount !== undefined && <Money of={shareAmount} in={currency} />,
    align: 'end',
  },
  { name: 'Accepted', cell: ({ acceptTime }) => <Time at={acceptTime} only="day" /> },
];

/** The offers that are attributed to the channel partner for which the member acts. */
export const { ListPage, RecordPage } = resourcePages<Offer>({
  noun: ['offer', 'offers'],
  path: paths.portalOffers,
  recordPath: paths.portalOffer,
  list: {
    operation: listPortalOffers,
    query: { order: 'desc' },
    columns: [
      { name: 'Offer', cell: ({ name }) => name, width: 'wide' },
      { name: 'Status', cell: ({ status }) => <Status of={status} /> },
      ...facts,
    ],
    empty: 'No offers yet',
    about:
      'The offers of which you have a share: offers to customers that you registered as a deal or referred, and offers that you resell.',
  },
  record: {
    operation: getPortalOffer,
    title: ({ name, id }) => name || id,
    status: ({ status }) => status,
    facts: [
      ...facts,
      { name: 'Basis', cell: ({ basis }) => nameOf(basis) },
      { name: 'Expires', cell: ({ expireTime: at }) => at && <Time at={at} /> },
    ],
  },
});
