import { useQuery } from '@tanstack/react-query';
import type { SandboxFaultKind } from '@tradepost/sdk';
import { useState } from 'react';
import { tradepost } from '../../api.ts';
import { keys, useOrganization } from '../../organization.ts';
import { Card } from '../../ui/card.tsx';
import { useOnce } from '../../ui/change.ts';
import { Button, Field, Row } from '../../ui/controls.tsx';
import { Failure } from '../../ui/states.tsx';
import { inWords } from '../../ui/words.ts';

const kinds = [
  'FAIL_CREATE',
  'SLOW',
  'RATE_LIMIT',
  'LOSE_ANSWER',
  'LOSE_CALL',
  'DELAY_NOTIFICATION',
  'REORDER_NOTIFICATION',
  'DUPLICATE_NOTIFICATION',
  'LOSE_NOTIFICATION',
  'REJECT_USAGE',
] as const satisfies readonly SandboxFaultKind[];

/** The faults injected at the sandbox's marketplaces. Each fault occurs the requested number of times. */
export function Faults({ orgId }: { orgId: string }) {
  const api = tradepost.in(orgId);
  const { missingPermission } = useOrganization(orgId);
  const [kind, setKind] = useState<string>(kinds[0]);
  const queryKey = keys.list(orgId, 'faults');
  const { data, error } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.sandbox.listFaults({}, { signal }),
  });
  const change = useOnce(queryKey, (work: () => Promise<unknown>) => work());
  const reason = missingPermission('sandbox:write');
  return (
    <Card title="Faults">
      {(error ?? change.error) && <Failure error={error ?? change.error} />}
      <Row>
        <Field label="Inject a fault (once)">
          <select value={kind} onChange={({ target }) => setKind(target.value)}>
            {kinds.map((one) => (
              <option key={one} value={one}>
                {inWords(one)}
              </option>
            ))}
          </select>
        </Field>
        <Button
          reason={reason}
          disabled={change.isPending}
          onClick={() =>
            change.send(() => api.sandbox.createFault({ kind: kind as SandboxFaultKind, count: 1 }))
          }
        >
          Inject fault
        </Button>
      </Row>
      {data?.length === 0 && <p>No pending faults.</p>}
      <ul className="grid gap-2">
        {data?.map(({ id, kind: what, remaining }) => (
          <li key={id}>
            {inWords(what ?? '')}, {remaining} times{' '}
            <Button reason={reason} onClick={() => change.send(() => api.sandbox.deleteFault(id))}>
              Remove
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
