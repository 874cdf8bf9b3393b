import { useQuery } from '@tanstack/react-query';
import type { IntegrationVerification } from '@tradepost/sdk';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { tradepost } from '../../api.ts';
import { getIntegrationVerification } from '../../generated/integrations.ts';
import { Card } from '../../ui/card.tsx';
import { readKey } from '../../ui/resource/read.ts';
import { ShortTable } from '../../ui/short-table.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { nameOf, splitWords } from '../../ui/words.ts';
import type { Integration } from './actions.ts';

/** The checks of the last verification with their corrections, and the health of each kind of call. */
export function Verification({ orgId, record }: { orgId: string; record: Integration }) {
  const { partner = '', service = '' } = record;
  const { data, error } = useQuery({
    queryKey: readKey(orgId, getIntegrationVerification, { partner, service }),
    queryFn: ({ signal }) => tradepost.in(orgId).integrations.getVerification(partner, service, { signal }),
  });
  if (error) return <Failure error={error} />;
  if (!data) return <Loading />;
  const { account, waitingJobs = 0, streams = [] } = data;
  return (
    <Card title="Checks">
      <Checks of={data} />
      {account && (
        <p>
          Account: <code>{account}</code>
        </p>
      )}
      {waitingJobs > 0 && <p>Jobs that wait until the service accepts the credentials: {waitingJobs}</p>}
      {streams.length > 0 && <Streams of={streams} />}
    </Card>
  );
}

function Checks({ of: { checks = [], status } }: { of: IntegrationVerification }) {
  if (checks.length === 0)
    return (
      <p className="text-quiet">
        {status === 'CREATED'
          ? 'No checks yet. Verify the integration to check its settings.'
          : 'The service reported no separate checks.'}
      </p>
    );
  return (
    <ul className="grid gap-2">
      {checks.map(({ name = '', passed, message }) => (
        <li key={name} className="flex gap-2">
          {passed ? (
            <CircleCheck size={16} className="mt-0.5 shrink-0 text-good" aria-hidden="true" />
          ) : (
            <CircleAlert size={16} className="mt-0.5 shrink-0 text-bad" aria-hidden="true" />
          )}
          <div className="min-w-0">
            <p>
              <span className="font-medium">{splitWords(name)}</span>{' '}
              <span className="text-quiet">{passed ? 'passed' : 'failed'}</span>
            </p>
            {message && <p className="text-sm wrap-anywhere text-quiet">{message}</p>}
          </div>
        </li>
      ))}
    </ul>
  );
}

const Streams = ({ of }: { of: NonNullable<IntegrationVerification['streams']> }) => (
  <ShortTable
    label="Calls"
    rows={of}
    keyOf={({ stream = '' }) => stream}
    columns={[
      { name: 'Calls', cell: ({ stream }) => nameOf(stream) },
      { name: 'Last success', cell: ({ lastSuccessTime }) => <Time at={lastSuccessTime} /> },
      { name: 'Failing since', cell: ({ failingSince }) => <Time at={failingSince} /> },
      { name: 'Last error', cell: ({ lastError }) => lastError ?? '–' },
    ]}
  />
);
