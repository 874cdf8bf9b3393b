import type { UsageBatch, WithId } from '@tradepost/sdk';
import { getUsageBatch, listUsageBatches } from '../../generated/usageBatches.ts';
import { paths } from '../../paths.ts';
import { resourcePages } from '../../ui/resource/index.ts';
import { Status } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import { nameOf } from '../../ui/words.ts';

type Batch = WithId<UsageBatch>;

const caller = ({ createdBy }: Batch) => createdBy?.email || createdBy?.name || nameOf(createdBy?.entityType);

export const { ListPage, RecordPage } = resourcePages<Batch>({
  noun: ['usage call', 'usage calls'],
  path: paths.usageBatches,
  recordPath: paths.usageBatch,
  list: {
    operation: listUsageBatches,
    query: { order: 'desc' },
    columns: [
      { name: 'Received', width: 'time', cell: ({ creationTime }) => <Time at={creationTime} /> },
      { name: 'Source', cell: ({ source }) => source },
      { name: 'Caller', cell: caller },
      { name: 'Record groups', align: 'end', cell: ({ size }) => size },
      { name: 'Invalid', align: 'end', cell: ({ invalid }) => invalid },
      { name: 'Status', width: 'state', cell: ({ status }) => <Status of={status} /> },
      { name: 'Settled', width: 'time', cell: ({ settledTime }) => <Time at={settledTime} /> },
    ],
    empty: 'No calls yet',
    about:
      'A call is one request that reported usage: with the API, or a part of an uploaded file. Each call is settled as a whole, every hour.',
  },
  record: {
    operation: getUsageBatch,
    title: ({ source, size = 0 }) =>
      `${source || 'API'} call with ${size} record ${size === 1 ? 'group' : 'groups'}`,
    status: ({ status }) => status,
    facts: [
      { name: 'Caller', cell: caller },
      { name: 'Record groups', cell: ({ size }) => size },
      { name: 'Invalid', cell: ({ invalid }) => invalid || 'None' },
      {
        name: 'Settled',
        cell: ({ settledTime }) => (settledTime ? <Time at={settledTime} /> : 'At the next full hour'),
      },
      { name: 'Request', cell: ({ requestID }) => requestID && <code>{requestID}</code> },
      { name: 'Hash of the content', cell: ({ contentHash }) => contentHash && <code>{contentHash}</code> },
    ],
  },
});
