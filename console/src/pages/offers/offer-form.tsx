import { useEffect, useRef } from 'react';
import { FillingProvider } from '../../ui/form/context.ts';
import { Page } from '../../ui/page.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { Conflict } from './conflict.tsx';
import type { StoredOffer } from './kept.ts';
import styles from './offer-form.module.css';
import { StepForm } from './step-form.tsx';
import { Steps } from './steps.tsx';
import { Summary } from './summary.tsx';
import { useOfferForm } from './use-offer-form.ts';

type Props = { orgId: string; read: StoredOffer | undefined };

/** The form of an offer, as described by the service, in steps, validated during input. */
export function OfferForm({ orgId, read }: Props) {
  const form = useOfferForm(orgId, read);
  const { record, set, steps, step, unread, findings, focus, base, reason, isPending, sendAs, conflict } =
    form;
  const summary = useFocusOnFailure(form.error);
  if (unread && !steps) return <Failure error={unread} again={form.readAgain} />;
  if (!steps || !step) return <Loading />;
  return (
    <Page title={titleOf(base)}>
      <FillingProvider value={{ orgId, record, set, findings, focus }}>
        <div className={styles.frame}>
          <Steps orgId={orgId} steps={steps} current={step} findings={findings} />
          <StepForm
            {...{ orgId, steps, step, reason, isPending }}
            status={base?.offer.status}
            onSend={sendAs}
          />
          <section ref={summary} tabIndex={-1} aria-label="Errors in the offer" className={styles.summary}>
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
