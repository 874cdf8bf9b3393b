import { useEffect, useRef } from 'react';
import { FillingProvider } from '../../ui/form/context.ts';
import { Page } from '../../ui/page.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { Conflict } from './conflict.tsx';
import type { StoredOffer } from './kept.ts';
import { StepForm } from './step-form.tsx';
import { Steps } from './steps.tsx';
import { Summary } from './summary.tsx';
import { useOfferForm } from './use-offer-form.ts';

type Props = { orgId: string; read: StoredOffer | undefined };

/** The form of an offer, as described by the service, in steps, validated during input. */
export function OfferForm({ orgId, read }: Props) {
  const form = useOfferForm(orgId, read);
  const { record, set, steps, step, unread, findings, needed, focus, base, isPending, conflict } = form;
  const summary = useFocusOnFailure(form.error);
  if (unread && !steps) return <Failure error={unread} again={form.readAgain} />;
  if (!steps || !step) return <Loading />;
  return (
    <Page title={titleOf(base)}>
      <FillingProvider value={{ orgId, record, set, findings, focus }}>
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-6 gap-y-6 lg:grid-cols-[10rem_minmax(0,1fr)] xl:grid-cols-[10rem_minmax(0,1fr)_14rem] 2xl:grid-cols-[10rem_minmax(0,1fr)_18rem]">
          <Steps {...{ orgId, steps, findings, needed }} current={step} isVisited={form.isVisited} />
          <StepForm
            {...{ orgId, steps, step, isPending }}
            reason={form.reason}
            required={form.required}
            status={base?.offer.status}
            onSend={form.sendAs}
          />
          <section
            ref={summary}
            tabIndex={-1}
            aria-label="Errors in the offer"
            // On narrow windows, the errors are below the fields, where they grow without moving the fields.
            className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-lg border border-line bg-surface p-4 wrap-anywhere lg:col-start-2 xl:sticky xl:top-4 xl:col-start-3 xl:max-h-[calc(100vh-2rem)] xl:overflow-auto"
          >
            {unread !== null && <Failure error={unread} again={form.readAgain} />}
            {conflict && base ? (
              <Conflict
                {...{ orgId, base, theirs: conflict, mine: form.offer, steps }}
                onTheirs={() => form.takeTheirs(conflict)}
                onMine={() => form.sendOnTopOf(conflict)}
              />
            ) : (
              <Summary
                {...{
                  orgId,
                  findings,
                  needed,
                  judged: form.judged,
                  unjudged: form.unjudged,
                  error: form.failure,
                  mayBeJudged: form.mayBeJudged,
                }}
                onGo={focus}
              />
            )}
          </section>
        </div>
      </FillingProvider>
    </Page>
  );
}

function titleOf(base: StoredOffer | undefined): string {
  if (!base) return 'New offer';
  const { status, name, id } = base.offer;
  return `${status === 'DRAFT' ? 'Draft' : 'Change'}: ${name || id}`;
}

/** Announces errors to screen readers. */
function useFocusOnFailure(error: unknown) {
  const summary = useRef<HTMLElement>(null);
  useEffect(() => {
    if (error) summary.current?.focus();
  }, [error]);
  return summary;
}
