import type { NotificationMessage, WithId } from '@tradepost/sdk';
import { getNotificationMessage, listNotificationMessages } from '../../generated/notificationMessages.ts';
import { paths } from '../../paths.ts';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { resourcePages } from '../../ui/resource/index.ts';
import { Status } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import { nameOf } from '../../ui/words.ts';

type Message = WithId<NotificationMessage>;

const subjectOf = ({ info, id }: Message): string => info?.subject || id;

export const { ListPage, RecordPage } = resourcePages<Message>({
  noun: ['sent message', 'sent messages'],
  path: paths.notificationMessages,
  recordPath: paths.notificationMessage,
  list: {
    operation: listNotificationMessages,
    columns: [
      { name: 'Subject', cell: subjectOf, width: 'wide' },
      { name: 'Recipient', cell: ({ recipient }) => recipient },
      { name: 'Channel', cell: ({ type }) => nameOf(type) },
      { name: 'Status', cell: ({ status }) => <Status of={status} />, width: 'narrow' },
      { name: 'Created', width: 'time', cell: ({ creationTime }) => <Time at={creationTime} /> },
    ],
    empty: 'No messages yet. Tradepost sends a message to each recipient of an event.',
  },
  record: {
    operation: getNotificationMessage,
    isUnfinished: ({ status }) => status === 'PENDING',
    title: subjectOf,
    status: ({ status }) => status,
    notice: ({ errorMessage, status }) =>
      errorMessage &&
      status !== 'DONE' && (
        <Callout
          kind={status === 'FAILED' ? 'error' : 'warning'}
          title={status === 'FAILED' ? 'The message was not delivered' : 'The last attempt failed'}
        >
          <p>{errorMessage}</p>
        </Callout>
      ),
    facts: [
      { name: 'Recipient', cell: ({ recipient }) => recipient },
      { name: 'Copies', cell: ({ info }) => info?.ccRecipients?.join(', ') },
      { name: 'Channel', cell: ({ type }) => nameOf(type) },
      { name: 'Attempts', cell: ({ attempts }) => attempts },
      { name: 'Opened', cell: ({ openTime: at }) => at && <Time at={at} /> },
    ],
    sections: [{ title: 'Content', Content }],
  },
});

function Content({ record: { info } }: { record: Message }) {
  return (
    <Card title="Content">
      <div className="max-w-2xl whitespace-pre-wrap wrap-anywhere">
        {info?.textContent || 'The message has no text.'}
      </div>
    </Card>
  );
}
