import type { OfferInfo } from '@tradepost/sdk';
import { SafeLink } from '../../ui/safe-link.tsx';
import { money } from '../../ui/time.tsx';

/** What an offer sells: commits and documents. */
export const Terms = ({ info }: { info: OfferInfo | undefined }) => {
  const { commits = [], currency, eulaUrl, privateOfferUrl } = info ?? {};
  return (
    <>
      {commits.length > 0 && (
        <section>
          <h2>Commits</h2>
          <ul>
            {commits.map(({ key, name, rate, quantity, length, timeUnit }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a commit has no name but its place
              <li key={at}>
                {name || key}: {quantity ?? 1} at {money(rate, currency)}
                {length && `, for ${length} ${timeUnit?.toLowerCase() ?? ''}`}
              </li>
            ))}
          </ul>
        </section>
      )}
      {(eulaUrl || privateOfferUrl) && (
        <section>
          <h2>Documents and pages</h2>
          <ul>
            {privateOfferUrl && (
              <li>
                Where the buyer accepts it: <SafeLink to={privateOfferUrl} />
              </li>
            )}
            {eulaUrl && (
              <li>
                License agreement: <SafeLink to={eulaUrl} />
              </li>
            )}
          </ul>
        </section>
      )}
    </>
  );
};
