import { useNavigate } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { paths } from '../../paths.ts';
import { Button, Row } from '../../ui/controls.tsx';
import type { Step } from '../../ui/form/fields.ts';
import { Fields } from '../../ui/form/form.tsx';
import { headingId } from './editing.ts';
import { PriceSummary } from './price-summary.tsx';
import type { SaveRequest } from './saving.ts';
import { TemplateChoice } from './template-choice.tsx';

type StepProps = {
  orgId: string;
  steps: readonly Step[];
  step: Step;
  reason: string | undefined;
  /** The labels of required fields without a value. */
  required: readonly (string | undefined)[];
  status: string | undefined;
  isPending: boolean;
  onSend: (as: SaveRequest['as']) => void;
};

/** One step of the form, with navigation to the other steps. */
export function StepForm({ orgId, steps, step, reason, required, status, isPending, onSend }: StepProps) {
  const navigate = useNavigate();
  const at = steps.indexOf(step);
  const [previous, next] = [steps[at - 1], steps[at + 1]];
  const missing = required.length > 0 ? `Fill in ${required.join(', ')} first.` : undefined;
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
    <form
      noValidate
      onSubmit={submit}
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 [&_:is(input,select,textarea)]:scroll-mb-20"
    >
      <div>
        <h2 id={headingId} tabIndex={-1} className="text-lg">
          {step.label}
        </h2>
        <p className="text-quiet">{step.help}</p>
      </div>
      {status === undefined && !previous && <TemplateChoice />}
      <Fields key={step.name} fields={step.fields} pointerOf={({ pointer }) => pointer} />
      {step.name === 'price' && <PriceSummary />}
      <div className="bottom-0 z-1 flex flex-wrap justify-between gap-x-6 gap-y-3 border-t border-line bg-canvas py-4 sm:sticky sm:-mx-3 sm:px-3">
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
              reason={reason ?? missing}
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
