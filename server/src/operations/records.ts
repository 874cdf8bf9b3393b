import { z } from 'zod';
import { endings } from '../platform/jobs/queue.ts';
import { free, idText, nameText, openEnum, record, text, time } from '../platform/records/fields.ts';

export const operationStatuses = ['RUNNING', ...endings] as const;
export type OperationStatus = (typeof operationStatuses)[number];

const fields = {
  endTime: time('When it ended'),
  id: idText('The identifier of the operation'),
  message: text('How it ended; before that, what went wrong at the last try. For people'),
  name: nameText('What it does. For people'),
  startTime: time('When it was asked for'),
  status: openEnum(
    'RUNNING also while it waits for its turn or for another try. Other values may come',
    operationStatuses,
  ),
  type: openEnum('Always TemporalWorkflow, as existing clients know it', ['TemporalWorkflow']),
};

export const Operation = record('Operation', 'Work that goes on after the request that asked for it', fields);

const details = {
  ...fields,
  memo: free('What it is about, who asked for it, how often it was tried and when it is tried next'),
  runId: idText('The run: an operation has one, tries included'),
};

const ChildOperation = record('ChildOperationDetails', 'Work that another operation enqueued', {
  ...details,
  childWorkflowOperations: z.null().meta({ description: 'One level is shown' }),
});

export const OperationDetails = record(
  'OperationDetails',
  'Work, and the work that it enqueued in its turn',
  {
    ...details,
    childWorkflowOperations: z
      .array(ChildOperation)
      .nullable()
      .meta({ description: 'Null unless asked for by hasChildren' }),
  },
);
