import { useQuery } from '@tanstack/react-query';
import { tradepost } from '../api.ts';
import { keys } from '../organization.ts';
import styles from './shell.module.css';
import { Time } from './time.tsx';

/** Says that nothing here is sold in earnest, and what time it is there: its clock can be set forward. */
export function TestClock({ orgId }: { orgId: string }) {
  const { data } = useQuery({
    queryKey: keys.clock(orgId),
    queryFn: ({ signal }) => tradepost.in(orgId).sandbox.getClock({ signal }),
  });
  return (
    <aside className={styles.test} aria-label="Test organization">
      <strong>Test organization.</strong> Nothing here is sold in earnest.{' '}
      {data?.time && (
        <>
          Its clock: <Time at={data.time} />
        </>
      )}
    </aside>
  );
}
