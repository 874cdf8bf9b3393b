import { useQuery } from '@tanstack/react-query';
import { tradepost } from '../api.ts';
import { keys } from '../organization.ts';
import styles from './shell.module.css';
import { Time } from './time.tsx';

/** The notice of a TEST organization, with its clock, which can be advanced. */
export function TestClock({ orgId }: { orgId: string }) {
  const { data } = useQuery({
    queryKey: keys.clock(orgId),
    queryFn: ({ signal }) => tradepost.in(orgId).sandbox.getClock({ signal }),
  });
  return (
    <aside className={styles.test} aria-label="Test organization">
      <strong>Test organization.</strong> Orders are not real.{' '}
      {data?.time && (
        <>
          Clock: <Time at={data.time} />
        </>
      )}
    </aside>
  );
}
