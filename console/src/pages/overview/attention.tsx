import { Link } from '@tanstack/react-router';
import type { OverviewAttention } from '@tradepost/sdk';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { Time } from '../../ui/time.tsx';
import { inWords } from '../../ui/words.ts';

/** The records that need attention, with the first records for each problem. */
export const Attention = ({ orgId, rows }: { orgId: string; rows: readonly OverviewAttention[] }) => (
  <Card title="Needs attention">
    {rows.length === 0 && <p>Nothing needs your attention.</p>}
    <ul>
      {rows.map(({ kind, count, oldest, sample }) => (
        <li key={kind}>
          {inWords(kind)}: {count < 100 ? count : '100 or more'}, <Time at={oldest} />
          <ul>
            {sample.map(({ id, name }) => (
              <li key={id}>
                <Sample orgId={orgId} kind={kind} id={id} words={name || id} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  </Card>
);

type SampleProps = { orgId: string; kind: string; id: string; words: string };

/** The name of a record, as a link if the console has a page for it. */
function Sample({ orgId, kind, id, words }: SampleProps) {
  if (kind.startsWith('OFFER_'))
    return (
      <Link to={paths.offer} params={{ orgId, offerId: id }}>
        {words}
      </Link>
    );
  if (kind.startsWith('ENTITLEMENT_'))
    return (
      <Link to={paths.entitlement} params={{ orgId, entitlementId: id }}>
        {words}
      </Link>
    );
  return <span>{words}</span>;
}
