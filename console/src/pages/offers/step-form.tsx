import { useNavigate } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { paths } from '../../paths.ts';
import { Button, Row } from '../../ui/controls.tsx';
import type { Step } from '../../ui/form/fields.ts';
import { Fields } from '../../ui/form/form.tsx';
import { headingId } from './editing.ts';
import type { SaveRequest } from './saving.ts';

type StepProps = {
  orgId: string;
  steps: readonly Step[];
  step: Step;
  reason: string | undefined;
  status: string | undefined;
  isPending: boolean;
  onSend: (as: SaveRequest['as']) => void;
};

/** One step of the form, with navigation to the other steps. */
export function StepForm({ orgId, steps, step, reason, status, isPending, onSend }: StepProps) {
  const navigate = useNavigate();
  const at = steps.indexOf(step);
  const [previous, next] = [steps[at - 1], steps[at + 1]];
  const isDraft = status === undefined || status === 'DRAFT';
  const go = ({ name }: Step) =>
    void navigate({
      to: paths.newOffer,
      params: { orgId },
      search: (before: Record<string, string | undefined>) => ({ ...before, step: name }),
      resetScroll: false,
    });
  // The Enter key moves to the next step. Only the send button sends the offer.
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (next) go(next);
  };
  return (
    <form noValidate onSubmit={submit} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
      <div>
        <h2 id={headingId} tabIndex={-1} className="text-lg">
          {step.label}
        </h2>
        <p className="text-quiet">{step.help}</p>
      </div>
      <Fields key={step.name} fields={step.fields} pointerOf={({ pointer }) => pointer} />
      <div className="flex flex-wrap justify-between gap-x-6 gap-y-3 border-t border-line pt-4">
        <Row>
          {previous && <Button onClick={() => go(previous)}>Back</Button>}
          {next && (
            <Button type="submit" kind="primary">
              Next: {next.label}
            </Button>
          )}
        </Row>
        <Row>
          {isDraft && (
            <Button
              {...(next ? {} : { kind: 'primary' as const })}
              reason={reason}
              disabled={isPending}
              onClick={() => onSend('offer')}
            >
              Create offer
            </Button>
          )}
          <Button reason={reason} disabled={isPending} onClick={() => onSend('draft')}>
            {isDraft ? 'Save as draft' : 'Save changes'}
          </Button>
        </Row>
      </div>
    </form>
  );
}
