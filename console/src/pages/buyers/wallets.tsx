import { useQuery } from '@tanstack/react-query';
import type { BillingWallet, IdentityBuyer, WithId } from '@tradepost/sdk';
import { tradepost } from '../../api.ts';
import {
  closeCreditWallet,
  createCreditWallet,
  deleteBuyerWallet,
  listBuyerWallets,
  setBuyerDefaultWallet,
} from '../../generated/buyers.ts';
import { keys } from '../../organization.ts';
import { paths } from '../../paths.ts';
import { Money } from '../../ui/money.tsx';
import type { Action } from '../../ui/operation/action.ts';
import { section } from '../../ui/resource/index.ts';
import { Badge, Status } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';

export type Wallet = WithId<BillingWallet>;

const types: Readonly<Record<string, string>> = {
  ach_debit: 'ACH debit',
  bacs_debit: 'BACS debit',
  card: 'Card',
  credit: 'Credit',
  sepa_debit: 'SEPA debit',
};
export const typeOfWallet = ({ type }: Wallet): string => types[type ?? ''] ?? type ?? '–';
export const nameOfWallet = (wallet: Wallet): string => wallet.name || typeOfWallet(wallet);
export const isCredit = ({ type }: Wallet): boolean => type === 'credit';
const isUsable = ({ status }: Wallet) => status === 'ACTIVE' || status === 'EXPIRED';

export const makeDefault: Action<Wallet> = {
  operation: setBuyerDefaultWallet,
  label: 'Make default',
  params: ({ id }) => ({ walletId: id }),
  question: 'Invoices are charged to this payment method on their due date, after the buyer’s credit.',
  isHidden: (wallet) => isCredit(wallet) || wallet.status !== 'ACTIVE',
  done: 'The default payment method is set.',
};
export const closeCredit: Action<Wallet> = {
  operation: closeCreditWallet,
  label: 'Close',
  kind: 'danger',
  params: ({ id }) => ({ walletId: id }),
  question: 'The rest of the credit is no longer used for payments. Refunds are still returned to it.',
  isHidden: (wallet) => !isCredit(wallet) || !isUsable(wallet),
  done: 'The credit is closed.',
};
export const deleteWallet: Action<Wallet> = {
  operation: deleteBuyerWallet,
  label: 'Delete',
  kind: 'danger',
  params: ({ id }) => ({ walletId: id }),
  question: 'The wallet is no longer used for payments, and it disappears from the list.',
  isHidden: ({ status }) => status === 'DELETED',
};

/** The rest of a credit, of its total. */
export const Rest = ({ of: { totalAmount, usedAmount = 0, currency, ...wallet } }: { of: Wallet }) =>
  isCredit(wallet) ? (
    <>
      <Money of={(totalAmount ?? 0) - usedAmount} in={currency} /> of{' '}
      <Money of={totalAmount ?? 0} in={currency} />
    </>
  ) : (
    '–'
  );

type MarkProps = { orgId: string; wallet: Wallet };

/** A mark for the payment method that is charged by default. */
export function DefaultMark({ orgId, wallet: { id, buyerID = '' } }: MarkProps) {
  const { data } = useQuery({
    queryKey: keys.one(orgId, 'buyers', buyerID),
    queryFn: ({ signal }) => tradepost.in(orgId).buyers.get(buyerID, { signal }),
    enabled: buyerID !== '',
  });
  const { defaultWalletId, defaultWalletIds = {} } = data?.info?.paymentConfig ?? {};
  const isDefault = defaultWalletId === id || Object.values(Object(defaultWalletIds)).includes(id);
  return isDefault && <Badge kind="good">Default</Badge>;
}

/** The credit and the payment methods of a buyer. */
export const wallets = section<WithId<IdentityBuyer>, Wallet>({
  title: 'Wallets',
  operation: listBuyerWallets,
  path: paths.wallet,
  paramsOf: ({ id }) => ({ walletId: id }),
  columns: [
    { name: 'Name', cell: nameOfWallet },
    {
      name: 'Type',
      cell: (wallet, { orgId }) => (
        <span className="flex gap-1.5">
          {typeOfWallet(wallet)} <DefaultMark orgId={orgId} wallet={wallet} />
        </span>
      ),
    },
    { name: 'Left', align: 'end', cell: (wallet) => <Rest of={wallet} /> },
    { name: 'Status', width: 'state', cell: ({ status }) => <Status of={status} /> },
    {
      name: 'Expires',
      cell: ({ expireTime }) => (expireTime ? <Time at={expireTime} only="day" /> : 'Never'),
    },
  ],
  empty:
    'No credit and no payment methods. Grant credit here; payment methods come from the payment provider.',
  actions: [
    {
      operation: createCreditWallet,
      label: 'Grant credit',
      submit: 'Grant credit',
      fields: ['totalAmount', 'currency', 'name', 'expireTime', 'startTime'],
      labels: { totalAmount: 'Amount' },
      help: 'Credit pays invoices of direct sales in its currency, before any payment method.',
      done: 'The credit is granted.',
    },
  ],
  rowActions: [makeDefault, closeCredit],
});
