import { z } from 'zod';
import { endings } from '../platform/jobs/queue.ts';
import { freeForm, idText, nameText, openEnum, record, text, time } from '../platform/records/fields.ts';

export const operationStatuses = ['RUNNING', ...endings] as const;
export type OperationStatus = (typeof operationStatuses)[number];

const fields = {
  endTime: time('Time at which the operation ended'),
  id: idText('Id of the operation'),
  message: text('Human-readable outcome or, while the operation is running, the error of the last attempt'),
  name: nameText('Human-readable name of the work'),
  startTime: time('Time at which the operation was requested'),
  status: openEnum(
    'RUNNING includes waiting for a slot or another attempt. Other values may be added',
    operationStatuses,
  ),
  type: openEnum('Always TemporalWorkflow, for compatibility with existing clients', ['TemporalWorkflow']),
};

export const Operation = record('Operation', 'Work that continues after the request that started it', fields);

const details = {
  ...fields,
  memo: freeForm('Subject, requester, number of attempts and time of the next attempt'),
  runId: idText('Id of the run. An operation has a single run, which includes all attempts'),
};

const ChildOperation = record('ChildOperationDetails', 'Work that another operation enqueued', {
  ...details,
  childWorkflowOperations: z
    .null()
    .meta({ description: 'Always null: only one level of children is returned' }),
});

export const OperationDetails = record(
  'OperationDetails',
  'An operation with the operations that it enqueued',
  {
    ...details,
    childWorkflowOperations: z
      .array(ChildOperation)
      .nullable()
      .meta({ description: 'Operations that the operation enqueued; null unless hasChildren is true' }),
  },
);
