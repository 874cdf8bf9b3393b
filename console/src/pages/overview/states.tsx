import { Link } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { inWords } from '../../ui/words.ts';

type StatesProps = { orgId: string; noun: 'offers' | 'entitlements'; byStatus: Record<string, number> };

/** The number of records in each state, as bars, each with a link to the list. */
export function States({ orgId, noun, byStatus }: StatesProps) {
  const rows = Object.entries(byStatus).sort(([, one], [, other]) => other - one);
  const most = Math.max(1, ...rows.map(([, count]) => count));
  return (
    <Card title={`${inWords(noun)} by state`}>
      {rows.length === 0 && <p className="text-quiet">None yet.</p>}
      <ul className="grid gap-2">
        {rows.map(([status, count]) => (
          <li key={status} className="grid grid-cols-[9rem_minmax(0,1fr)_max-content] items-center gap-3">
            <Link to={paths[noun]} params={{ orgId }} search={{ status }} className="truncate">
              {inWords(status)}
            </Link>
            <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true" className="h-2 w-full">
              <rect width="100" height="4" className="fill-raised" />
              <rect width={(100 * count) / most} height="4" className="fill-accent/70" />
            </svg>
            <span className="tabular-nums">{count.toLocaleString()}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
