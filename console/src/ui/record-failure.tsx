import type { WorkloadMetaInfo } from '@tradepost/sdk';
import { Callout } from './callout.tsx';
import { withNames } from './names-in-text.ts';

/** What failed, and what to do about it, by the state of the record. */
const failures: Readonly<Record<string, { title: string; fix: string }>> = {
  CREATE_FAILED: {
    title: 'The marketplace did not create the offer',
    fix: 'Correct the offer with “Change”, or remove the cause, then choose “Retry”.',
  },
  UPDATE_FAILED: {
    title: 'The marketplace did not accept the last change',
    fix: 'Correct the offer with “Change”, or remove the cause, then choose “Retry”.',
  },
  CANCEL_FAILED: {
    title: 'The marketplace did not cancel the record',
    fix: 'Remove the cause, then cancel it again.',
  },
};

type RecordFailureProps = { status: string | undefined; metaInfo: WorkloadMetaInfo | undefined };

/** The reason why a record failed, in the words that the record has, and what to do about it. */
export function RecordFailure({ status = '', metaInfo }: RecordFailureProps) {
  const failure = failures[status];
  if (!failure) return null;
  const readable = metaInfo?.prettifiedErrorMessages ?? [];
  const messages = readable.length > 0 ? readable : (metaInfo?.errorMessages ?? []);
  return (
    <Callout kind="error" title={failure.title}>
      {messages.map((message) => (
        <p key={message}>{withNames(message)}</p>
      ))}
      {messages.length === 0 && <p>The marketplace gave no reason.</p>}
      <p className="text-quiet">{failure.fix}</p>
    </Callout>
  );
}
