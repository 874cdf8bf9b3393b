import type { SupportTicket, WithId } from '@tradepost/sdk';
import { type FormEvent, useState } from 'react';
import { tradepost } from '../../api.ts';
import { useOrganization } from '../../organization.ts';
import { Card } from '../../ui/card.tsx';
import { useChange } from '../../ui/change.ts';
import { Button, Field } from '../../ui/controls.tsx';
import { SafeLink } from '../../ui/safe-link.tsx';
import { Failure } from '../../ui/states.tsx';
import { Badge } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import { useUnsaved } from '../../ui/unsaved.ts';

type Props = { orgId: string; record: WithId<SupportTicket> };

/** The conversation of a ticket, with a form for a further comment. */
export function Comments({ orgId, record }: Props) {
  const comments = record.comments ?? [];
  return (
    <Card title="Comments">
      {comments.length === 0 && <p className="text-quiet">No comments yet.</p>}
      <ol className="grid gap-4">
        {comments.map(({ id, creator, date, comment_text: text }) => (
          <li key={id} className="grid gap-1 border-line not-last:border-b not-last:pb-4">
            <p className="flex flex-wrap items-center gap-x-2 text-sm text-quiet">
              <span className="font-medium text-ink">
                {creator?.username || creator?.email || 'API client'}
              </span>
              {creator?.isServiceEmployee && <Badge>Operator</Badge>}
              <Time at={date} />
            </p>
            <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
          </li>
        ))}
      </ol>
      <NewComment orgId={orgId} record={record} />
    </Card>
  );
}

function NewComment({ orgId, record }: Props) {
  const [text, setText] = useState('');
  const { missingPermission } = useOrganization(orgId);
  useUnsaved(text.trim() !== '');
  const sending = useChange(
    orgId,
    () => tradepost.in(orgId).support.createTicketComment(record.id, { comment_text: text.trim() }),
    () => setText(''),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    sending.send();
  };
  const reason =
    missingPermission('support:write') ?? (text.trim() === '' ? 'The comment is empty.' : undefined);
  return (
    <form onSubmit={submit} className="grid max-w-2xl gap-3">
      <Field label="New comment">
        <textarea rows={3} maxLength={20_000} value={text} onChange={({ target }) => setText(target.value)} />
      </Field>
      {sending.error && <Failure error={sending.error} />}
      <div>
        <Button type="submit" disabled={sending.isPending} reason={reason}>
          Comment
        </Button>
      </div>
    </form>
  );
}

/** The files of a ticket, with links that expire. */
export function Attachments({ record: { attachments = [] } }: Props) {
  if (attachments.length === 0) return null;
  return (
    <Card title="Files" help="The links expire; reload the page for new links.">
      <ul className="grid gap-2">
        {attachments.map(({ id, title, url, date }) => (
          <li key={id} className="flex flex-wrap gap-x-3">
            {url ? <SafeLink to={url}>{title}</SafeLink> : title}
            <span className="text-quiet">
              <Time at={date} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
