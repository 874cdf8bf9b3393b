import type { Operation, OperationDetails, WithId } from '@tradepost/sdk';
import { cancelOperation, getOperation, listOperations } from '../../generated/operations.ts';
import { paths } from '../../paths.ts';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { Code } from '../../ui/code.tsx';
import { PathLink, resourcePages } from '../../ui/resource/index.ts';
import { ShortTable } from '../../ui/short-table.tsx';
import { Status } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import { splitWords } from '../../ui/words.ts';

type Row = WithId<Operation & Pick<OperationDetails, 'memo' | 'childWorkflowOperations'>>;

const nameOfWork = ({ name, type, id }: Row): string => splitWords(name || type || id);

export const { ListPage, RecordPage } = resourcePages<Row>({
  noun: ['operation', 'operations'],
  path: paths.operations,
  recordPath: paths.operation,
  list: {
    operation: listOperations,
    filters: ['status', 'offerId', 'entitlementId'],
    columns: [
      { name: 'Operation', cell: nameOfWork },
      { name: 'Status', width: 'state', cell: ({ status }) => <Status of={status} /> },
      { name: 'Message', cell: ({ message }) => message },
      { name: 'Started', width: 'time', cell: ({ startTime }) => <Time at={startTime} /> },
      { name: 'Ended', width: 'time', cell: ({ endTime }) => <Time at={endTime} /> },
    ],
    empty:
      'No operations. An operation is work in the background, such as creating an offer on a marketplace.',
  },
  record: {
    operation: getOperation,
    isUnfinished: ({ status }) => status === 'RUNNING',
    query: { hasChildren: 'true' },
    title: nameOfWork,
    status: ({ status }) => status,
    notice: ({ status, message }) =>
      status === 'FAILED' && <Callout kind="error">{message || 'The operation failed.'}</Callout>,
    facts: [
      { name: 'Result', cell: ({ status, message }) => status !== 'FAILED' && message },
      { name: 'Started', cell: ({ startTime }) => <Time at={startTime} /> },
      { name: 'Ended', cell: ({ endTime }) => endTime && <Time at={endTime} /> },
    ],
    actions: [
      {
        operation: cancelOperation,
        label: 'Cancel the operation',
        kind: 'danger',
        question:
          'The operation ends without a further attempt. An attempt that is running may still succeed.',
        isHidden: ({ status }) => status !== 'RUNNING',
      },
    ],
    sections: [
      { title: 'Operations that it started', Content: Children },
      { title: 'Details', Content: Details },
    ],
  },
});

function Details({ record: { memo } }: { record: Row }) {
  return (
    <Card title="Details">
      <Code of={memo ?? {}} label="Details" />
    </Card>
  );
}

function Children({ orgId, record }: { orgId: string; record: Row }) {
  const children = (record.childWorkflowOperations ?? []) as Row[];
  if (children.length === 0) return null;
  return (
    <Card title="Operations that it started" isFlush>
      <ShortTable
        label="Operations that it started"
        isFlush
        rows={children}
        keyOf={({ id }) => id}
        columns={[
          {
            name: 'Operation',
            cell: (child) => (
              <PathLink path={paths.operation} params={{ orgId, operationId: child.id }}>
                {nameOfWork(child)}
              </PathLink>
            ),
          },
          { name: 'Status', cell: ({ status }) => <Status of={status} /> },
          { name: 'Message', cell: ({ message }) => message },
          { name: 'Started', cell: ({ startTime }) => <Time at={startTime} /> },
        ]}
      />
    </Card>
  );
}
