import { useQuery } from '@tanstack/react-query';
import { tradepost } from '../../api.ts';
import { keys, useOrganization } from '../../organization.ts';
import { useChange } from '../../ui/change.ts';
import { Button, Row, Stack } from '../../ui/controls.tsx';
import { Failure } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';

const steps = [
  ['P1D', 'A day on'],
  ['P7D', 'A week on'],
  ['P1M', 'A month on'],
  ['P1Y', 'A year on'],
] as const;

/** The clock of the organization. It only goes forward: all that falls due meanwhile happens. */
export function Clock({ orgId }: { orgId: string }) {
  const api = tradepost.in(orgId);
  const { lacking } = useOrganization(orgId);
  const { data, error } = useQuery({
    queryKey: keys.clock(orgId),
    queryFn: ({ signal }) => api.sandbox.getClock({ signal }),
    refetchInterval: ({ state }) => (state.data?.advancingTo ? 1_000 : 30_000),
  });
  const advance = useChange(orgId, (by: string) => api.sandbox.advanceClock({ advance: by }));
  const reason =
    lacking('sandbox:write') ?? (data?.advancingTo ? 'It is on its way: wait until it is there.' : undefined);
  return (
    <Stack>
      <h2>Clock</h2>
      {error && <Failure error={error} />}
      <p role="status">
        It is <Time at={data?.time} />
        {data?.advancingTo && (
          <>
            , on its way to <Time at={data.advancingTo} />
          </>
        )}
        .
      </p>
      {advance.error && <Failure error={advance.error} />}
      <Row>
        {steps.map(([by, words]) => (
          <Button key={by} reason={reason} disabled={advance.isPending} onClick={() => advance.send(by)}>
            {words}
          </Button>
        ))}
      </Row>
    </Stack>
  );
}
