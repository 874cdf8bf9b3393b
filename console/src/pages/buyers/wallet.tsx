import { getBuyerWallet, updateCreditWallet } from '../../generated/buyers.ts';
import { paths } from '../../paths.ts';
import { RecordLink, resourcePages } from '../../ui/resource/index.ts';
import { Time } from '../../ui/time.tsx';
import {
  closeCredit,
  DefaultMark,
  deleteWallet,
  isCredit,
  makeDefault,
  nameOfWallet,
  Rest,
  typeOfWallet,
  type Wallet,
} from './wallets.tsx';

export const { RecordPage } = resourcePages<Wallet>({
  noun: ['wallet', 'wallets'],
  path: paths.buyer,
  recordPath: paths.wallet,
  record: {
    operation: getBuyerWallet,
    title: nameOfWallet,
    status: ({ status }) => status,
    facts: [
      {
        name: 'Buyer',
        cell: ({ buyerID }, { orgId }) => <RecordLink orgId={orgId} kind="buyer" id={buyerID} />,
      },
      {
        name: 'Type',
        cell: (wallet, { orgId }) => (
          <span className="flex gap-1.5">
            {typeOfWallet(wallet)} <DefaultMark orgId={orgId} wallet={wallet} />
          </span>
        ),
      },
      { name: 'Left', cell: (wallet) => isCredit(wallet) && <Rest of={wallet} /> },
      { name: 'Used from', cell: ({ startTime }) => startTime && <Time at={startTime} /> },
      { name: 'Expires', cell: ({ expireTime }) => (expireTime ? <Time at={expireTime} /> : 'Never') },
      { name: 'Currency', cell: ({ currency }) => currency || 'All' },
      { name: 'At the payment provider', cell: ({ externalID }) => externalID },
    ],
    actions: [
      makeDefault,
      {
        operation: updateCreditWallet,
        label: 'Edit',
        fields: ['name', 'totalAmount', 'expireTime', 'startTime'],
        omit: ['currency'],
        labels: { totalAmount: 'Total amount' },
        isHidden: (wallet) =>
          !isCredit(wallet) || (wallet.status !== 'ACTIVE' && wallet.status !== 'EXPIRED'),
      },
      closeCredit,
      { ...deleteWallet, opens: 'list' },
    ],
    timeline: 'WALLET',
  },
});
