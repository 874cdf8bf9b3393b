import { useQuery } from '@tanstack/react-query';
import { tradepost } from '../../api.ts';
import { keys, useOrganization } from '../../organization.ts';
import { Card } from '../../ui/card.tsx';
import { useChange } from '../../ui/change.ts';
import { Button, Row } from '../../ui/controls.tsx';
import { Failure } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';

const steps = [
  ['P1D', 'Advance a day'],
  ['P7D', 'Advance a week'],
  ['P1M', 'Advance a month'],
  ['P1Y', 'Advance a year'],
] as const;

/** The test clock of the organization, which only moves forward. Jobs that become due run in order. */
export function Clock({ orgId }: { orgId: string }) {
  const api = tradepost.in(orgId);
  const { missingPermission } = useOrganization(orgId);
  const { data, error } = useQuery({
    queryKey: keys.clock(orgId),
    queryFn: ({ signal }) => api.sandbox.getClock({ signal }),
    refetchInterval: ({ state }) => (state.data?.advancingTo ? 1_000 : 30_000),
  });
  const advance = useChange(orgId, (by: string) => api.sandbox.advanceClock({ advance: by }));
  const reason =
    missingPermission('sandbox:write') ??
    (data?.advancingTo ? 'The clock is advancing. Wait until it reaches the target time.' : undefined);
  return (
    <Card title="Clock">
      {error && <Failure error={error} />}
      <p role="status">
        It is <Time at={data?.time} />
        {data?.advancingTo && (
          <>
            , advancing to <Time at={data.advancingTo} />
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
    </Card>
  );
}
