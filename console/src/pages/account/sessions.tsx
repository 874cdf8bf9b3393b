import { useQuery } from '@tanstack/react-query';
import { tradepost } from '../../api.ts';
import { Card } from '../../ui/card.tsx';
import { useOnce } from '../../ui/change.ts';
import { Button, Row } from '../../ui/controls.tsx';
import { Failure } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';

const queryKey = ['me', 'sessions'] as const;

/** The user's sessions, each of which can be ended. */
export function Sessions() {
  const { data, error } = useQuery({
    queryKey,
    queryFn: ({ signal }) => tradepost.account.listMySessions({}, { signal }),
  });
  const ending = useOnce(queryKey, (id: string) => tradepost.account.deleteMySession(id));
  const endingOthers = useOnce(queryKey, () => tradepost.account.endMyOtherSessions());
  const failure = error ?? ending.error ?? endingOthers.error;
  const isBusy = ending.isPending || endingOthers.isPending;
  return (
    <Card title="Sessions">
      {failure && <Failure error={failure} />}
      <ul className="grid gap-2.5">
        {data?.map(({ id, userAgent, ipAddress, lastUsedAt, expiresAt, idleExpiresAt, current }) => (
          <li key={id}>
            {userAgent || 'Unknown program'}, {ipAddress}, last used <Time at={lastUsedAt} />, expires{' '}
            <Time at={earlier(expiresAt, idleExpiresAt)} />{' '}
            {current ? (
              <strong>This session</strong>
            ) : (
              <Button disabled={isBusy} onClick={() => ending.send(id ?? '')}>
                End session
              </Button>
            )}
          </li>
        ))}
      </ul>
      {data?.some(({ current }) => !current) && (
        <Row>
          <Button disabled={isBusy} onClick={() => endingOthers.send()}>
            End all other sessions
          </Button>
        </Row>
      )}
    </Card>
  );
}

/** Returns the earlier of two UTC times in the API's format. */
const earlier = (one: string | undefined, other: string | undefined) =>
  one && other && other < one ? other : (one ?? other);
