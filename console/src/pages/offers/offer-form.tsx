import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef } from 'react';
import { useOrganization } from '../../organization.ts';
import { paths } from '../../paths.ts';
import { Button, Row } from '../../ui/controls.tsx';
import { FillingProvider } from '../../ui/form/context.ts';
import type { Step } from '../../ui/form/fields.ts';
import { placed } from '../../ui/form/findings.ts';
import { Fields } from '../../ui/form/form.tsx';
import { isSame } from '../../ui/form/pointers.ts';
import { Page } from '../../ui/page.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { Conflict } from './conflict.tsx';
import { type Asked, askedOf, judgedOf, sentOf } from './draft.ts';
import { headingId, onTopOf, useEditing, useFocus, useShown } from './editing.ts';
import { findingsOf, useJudgement, useSteps } from './judgement.ts';
import { ChangedMeanwhile, type KeptOffer } from './kept.ts';
import styles from './offer-form.module.css';
import { type Sending, useSaving } from './saving.ts';
import { Steps } from './steps.tsx';
import { Summary } from './summary.tsx';

type Search = Asked & { step?: string };
type Props = { orgId: string; read: KeptOffer | undefined };

/** The form of an offer, as the service describes it: a step after the other, judged while it is filled in. */
export function OfferForm({ orgId, read }: Props) {
  const { step: wanted, ...asked } = useSearch({ strict: false }) as Search;
  const editing = useEditing(read, asked);
  const { base, before, record, typed } = editing;
  const { steps, error: unread } = useSteps(orgId, askedOf(record));
  const step = steps?.find(({ name }) => name === wanted) ?? steps?.[0];
  const offer = sentOf(record, before, typed, steps);
  const isDirty = !isSame(offer, before);
  useAddress(orgId, asked, askedOf(record));
  const { saving, send } = useSaving({
    orgId,
    isDirty,
    onKept: (kept, sending) => editing.goOn(kept, sending.record),
  });
  const { lacking } = useOrganization(orgId);
  const reason = lacking('offers:write');
  const isJudged =
    base === undefined ? isDirty : ['DRAFT', 'CREATE_FAILED'].includes(base.offer.status ?? '');
  const judged = useJudgement(orgId, judgedOf(offer, base?.offer), isJudged && reason === undefined);
  // A refusal is of what was sent: once something else is typed, the judgement of that counts.
  const refusal = saving.error && isSame(saving.variables?.offer, offer) ? saving.error : undefined;
  const findings = steps ? placed(findingsOf(judged, refusal), steps) : [];
  const { shown, showAll } = useShown(findings, typed, step);
  const focus = useFocus(step);
  const summary = useFocusOnFailure(saving.error);
  const sendAs = (as: Sending['as']) => {
    if (as === 'offer') showAll();
    send({ as, base, offer, record });
  };
  const status = base?.offer.status;
  const title = base
    ? `${status === 'DRAFT' ? 'Draft' : 'Change'}: ${base.offer.name || base.offer.id}`
    : 'New offer';
  if (unread && !steps) return <Failure error={unread} />;
  if (!steps || !step) return <Loading />;
  const { error } = saving;
  return (
    <Page title={title}>
      <FillingProvider value={{ orgId, record, set: editing.set, findings: shown, focus }}>
        <div className={styles.frame}>
          <Steps orgId={orgId} steps={steps} current={step} findings={shown} />
          <StepForm
            {...{ orgId, steps, step, reason, status, isPending: saving.isPending }}
            onSend={sendAs}
          />
          <section
            ref={summary}
            tabIndex={-1}
            aria-label="What is wrong with the offer"
            className={styles.summary}
          >
            {error instanceof ChangedMeanwhile && base ? (
              <Conflict
                {...{ orgId, base, theirs: error.theirs, mine: offer, steps }}
                onTheirs={() => {
                  editing.take(error.theirs, error.theirs.offer);
                  saving.reset();
                }}
                onMine={() => {
                  const sending = onTopOf(error.theirs, {
                    as: saving.variables?.as ?? 'draft',
                    base,
                    offer,
                    record,
                  });
                  editing.take(error.theirs, sending.record);
                  send(sending);
                }}
              />
            ) : (
              <Summary {...{ orgId, findings: shown, judged, error: refusal }} onGo={focus} />
            )}
          </section>
        </div>
      </FillingProvider>
    </Page>
  );
}

/** Keeps the address true: what the form depends on stands there. */
function useAddress(orgId: string, said: Asked, isNow: Asked): void {
  const navigate = useNavigate();
  const { partner = '', offerType, productId } = isNow;
  const isTrue = said.partner === partner && said.offerType === offerType && said.productId === productId;
  useEffect(() => {
    if (isTrue) return;
    void navigate({
      to: paths.newOffer,
      params: { orgId },
      search: (before: Record<string, string | undefined>) => ({ ...before, partner, offerType, productId }),
      replace: true,
      resetScroll: false,
    });
  }, [navigate, orgId, isTrue, partner, offerType, productId]);
}

/** What went wrong is told to whoever does not look there. */
function useFocusOnFailure(error: unknown) {
  const summary = useRef<HTMLElement>(null);
  useEffect(() => {
    if (error) summary.current?.focus();
  }, [error]);
  return summary;
}

type StepProps = {
  orgId: string;
  steps: readonly Step[];
  step: Step;
  reason: string | undefined;
  status: string | undefined;
  isPending: boolean;
  onSend: (as: Sending['as']) => void;
};

/** One step, and the way to the others. */
function StepForm({ orgId, steps, step, reason, status, isPending, onSend }: StepProps) {
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
  // The Enter key goes on; what is sent is sent by its own button.
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (next) go(next);
  };
  return (
    <form noValidate onSubmit={submit} className={styles.form}>
      <div>
        <h2 id={headingId} tabIndex={-1}>
          {step.label}
        </h2>
        <p className={styles.quiet}>{step.help}</p>
      </div>
      <Fields key={step.name} fields={step.fields} pointerOf={({ pointer }) => pointer} />
      <div className={styles.buttons}>
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
              Create the offer
            </Button>
          )}
          <Button reason={reason} disabled={isPending} onClick={() => onSend('draft')}>
            {isDraft ? 'Keep it as a draft' : 'Save the change'}
          </Button>
        </Row>
      </div>
    </form>
  );
}
