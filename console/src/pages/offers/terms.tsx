import type { CommitDimension, OfferInfo } from '@tradepost/sdk';
import { Card } from '../../ui/card.tsx';
import { Money, money } from '../../ui/money.tsx';
import { Facts } from '../../ui/page.tsx';
import { ShortTable } from '../../ui/short-table.tsx';
import { Time } from '../../ui/time.tsx';
import { nameOf } from '../../ui/words.ts';
import { lengthsOf } from './total.ts';

type Props = { info: OfferInfo | undefined };

/** The commits of an offer, which the buyer pays in any case. */
export const Commits = ({ info }: Props) => {
  const { commits = [], currency } = info ?? {};
  if (commits.length === 0) return null;
  const lengths = new Map(lengthsOf(commits).map((length, at) => [commits[at], length]));
  const lengthOf = (commit: CommitDimension) => lengths.get(commit);
  return (
    <Card title="Commits" isFlush>
      <ShortTable
        isFlush
        label="Commits"
        rows={commits}
        keyOf={(_, at) => String(at)}
        columns={[
          {
            name: 'Name',
            cell: (commit) => (
              <>
                <bdi>{commit.name || commit.key}</bdi>
                <p className="text-sm text-quiet sm:hidden">
                  {quantityOf(commit)} × <Money of={commit.rate} in={currency} />, {lengthOf(commit)}
                </p>
              </>
            ),
          },
          { name: 'Length', isWide: true, cell: lengthOf },
          { name: 'Quantity', isWide: true, align: 'end', cell: quantityOf },
          {
            name: 'Unit price',
            isWide: true,
            align: 'end',
            cell: ({ rate }) => <Money of={rate} in={currency} />,
          },
          {
            name: 'Total',
            align: 'end',
            cell: ({ rate, quantity }) => (
              <Money of={typeof rate === 'number' ? rate * (quantity || 1) : undefined} in={currency} />
            ),
          },
        ]}
      />
    </Card>
  );
};

/** The quantity 0 means that the buyer chooses, or the same as no quantity. */
const quantityOf = ({ quantity, buyerQuantityConfigurable: isChosen }: CommitDimension): string =>
  quantity || !isChosen ? (quantity || 1).toLocaleString() : 'Chosen by the buyer';

/** The prices of usage, by the dimensions of the marketplace or by the metrics of a direct sale. */
export const UsagePrices = ({ info }: Props) => {
  const { dimensions = [], billableDimensions = [], currency } = info ?? {};
  const rows = [
    ...dimensions.map(({ name, key, description, rate }) => ({
      name: name || key,
      description,
      price: rate === undefined ? 'By quantity' : `${money(rate, currency)} for a unit`,
    })),
    ...billableDimensions.map(({ name, billableMetricId, description, category }) => ({
      name: name || billableMetricId,
      description,
      price: nameOf(category),
    })),
  ];
  if (rows.length === 0) return null;
  return (
    <Card title="Usage prices" isFlush>
      <ShortTable
        isFlush
        label="Usage prices"
        rows={rows}
        keyOf={(_, at) => String(at)}
        columns={[
          { name: 'Name', cell: ({ name }) => <bdi>{name}</bdi> },
          { name: 'Price', cell: ({ price }) => price },
          { name: 'Description', cell: ({ description }) => description || '–' },
        ]}
      />
    </Card>
  );
};

/** The dates on which the buyer pays. */
export const Instalments = ({ info }: Props) => {
  const { paymentInstallments = [], currency } = info ?? {};
  if (paymentInstallments.length === 0) return null;
  return (
    <Card title="Instalments" isFlush>
      <ShortTable
        isFlush
        label="Instalments"
        rows={paymentInstallments}
        keyOf={(_, at) => String(at)}
        columns={[
          { name: 'Charged', cell: ({ chargeOn }) => <Time at={chargeOn} only="utcDay" /> },
          { name: 'Amount', align: 'end', cell: ({ amount }) => <Money of={amount} in={currency} /> },
          {
            name: 'Credit',
            align: 'end',
            cell: ({ credit }) => (credit ? <Money of={credit} in={currency} /> : '–'),
          },
        ]}
      />
    </Card>
  );
};

const months = (count: number | undefined) =>
  count === undefined ? undefined : count === 1 ? 'Each month' : `Each ${count} months`;

/** The conditions of an offer that are not prices. */
export const Conditions = ({ info = {} }: Props) => (
  <Card title="Conditions">
    <Facts
      of={[
        ['Currency', info.currency],
        ['Renews automatically', info.autoRenew === undefined ? undefined : info.autoRenew ? 'Yes' : 'No'],
        ['Invoices', months(info.billingIntervalInMonths)],
        ['Billing periods begin', info.billingCycle && nameOf(info.billingCycle)],
        ['Discount', info.discountPercentage ? `${info.discountPercentage} %` : undefined],
        ['License agreement', info.eulaType && nameOf(info.eulaType)],
        [
          'Usage within the commit',
          info.isMeteringOverageCommit === undefined
            ? undefined
            : info.isMeteringOverageCommit
              ? 'Included in the commit'
              : 'Charged in addition to the commit',
        ],
      ]}
    />
  </Card>
);
