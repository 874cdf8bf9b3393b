import type { OfferInfo } from '@tradepost/sdk';
import { Card } from '../../ui/card.tsx';
import { money } from '../../ui/money.tsx';

/** The commits of an offer. */
export const Terms = ({ info }: { info: OfferInfo | undefined }) => {
  const { commits = [], currency } = info ?? {};
  if (commits.length === 0) return null;
  return (
    <Card title="Commits">
      <ul>
        {commits.map(({ key, name, rate, quantity, length, timeUnit }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a commit has no name but its place
          <li key={at}>
            <bdi>{name || key}</bdi>: {quantity ?? 1} at {money(rate, currency)}
            {length && `, for ${length} ${timeUnit?.toLowerCase() ?? ''}`}
          </li>
        ))}
      </ul>
    </Card>
  );
};
