import type { OfferInfo } from '@tradepost/sdk';
import { money } from '../../ui/time.tsx';

/** The commits of an offer. */
export const Terms = ({ info }: { info: OfferInfo | undefined }) => {
  const { commits = [], currency } = info ?? {};
  if (commits.length === 0) return null;
  return (
    <section>
      <h2>Commits</h2>
      <ul>
        {commits.map(({ key, name, rate, quantity, length, timeUnit }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a commit has no name but its place
          <li key={at}>
            <bdi>{name || key}</bdi>: {quantity ?? 1} at {money(rate, currency)}
            {length && `, for ${length} ${timeUnit?.toLowerCase() ?? ''}`}
          </li>
        ))}
      </ul>
    </section>
  );
};
