import { useQuery } from '@tanstack/react-query';
import { tradepost } from '../../api.ts';
import { useOnce } from '../../ui/change.ts';
import { Button } from '../../ui/controls.tsx';
import { Failure } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';

const queryKey = ['me', 'sessions'] as const;

/** Where the person is signed in. */
export function Sessions() {
  const { data, error } = useQuery({
    queryKey,
    queryFn: ({ signal }) => tradepost.account.listMySessions({}, { signal }),
  });
  const ending = useOnce(queryKey, (id: string) => tradepost.account.deleteMySession(id));
  return (
    <section>
      <h2>Where you are signed in</h2>
      {(error ?? ending.error) && <Failure error={error ?? ending.error} />}
      <ul>
        {data?.map(({ id, userAgent, ipAddress, lastUsedAt, current }) => (
          <li key={id}>
            {userAgent || 'Unknown program'}, {ipAddress}, last used <Time at={lastUsedAt} />{' '}
            {current ? (
              <strong>This one</strong>
            ) : (
              <Button disabled={ending.isPending} onClick={() => ending.send(id)}>
                End it
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
