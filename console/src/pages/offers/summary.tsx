import { type OfferValidation, TradepostError } from '@tradepost/sdk';
import type { Placed } from '../../ui/form/findings.ts';
import { Failure } from '../../ui/states.tsx';
import { questionsOf } from './judgement.ts';
import styles from './offer-form.module.css';
import { StepLink } from './steps.tsx';

type Props = {
  orgId: string;
  findings: readonly Placed[];
  judged: OfferValidation | undefined;
  /** Why what was typed last could not be judged. */
  unjudged: unknown;
  /** Whether it is judged as it is typed. */
  mayBeJudged: boolean;
  error: unknown;
  onGo: (at: string) => void;
};

/** What is wrong with the offer, each with a link to its field, and what is to be known of it. */
export function Summary({ orgId, findings, judged, unjudged, mayBeJudged, error, onGo }: Props) {
  const wrong = findings.filter(({ isError }) => isError);
  const known = findings.filter(({ isError }) => !isError);
  return (
    <>
      {error !== undefined && error !== null && <Refusal error={error} />}
      <h2>{wrong.length > 0 ? 'To be corrected' : 'Check'}</h2>
      {wrong.length === 0 && <p className={styles.quiet}>{stateOf({ judged, unjudged, mayBeJudged })}</p>}
      <List orgId={orgId} findings={wrong} onGo={onGo} />
      {known.length > 0 && <h2>To be known</h2>}
      <List orgId={orgId} findings={known} onGo={onGo} />
    </>
  );
}

function stateOf({
  judged,
  unjudged,
  mayBeJudged,
}: Pick<Props, 'judged' | 'unjudged' | 'mayBeJudged'>): string {
  if (!mayBeJudged) return 'What you change is checked when it is saved.';
  if (unjudged instanceof Error)
    return `What you entered last could not be checked: ${unjudged.message} It is checked again as you type on.`;
  if (!judged) return 'What you enter is checked as you type.';
  if (judged.valid) return 'The offer can be created as it is.';
  return questionsOf(judged).length > 0
    ? 'You are asked to confirm what is listed below before the offer is created.'
    : 'More is needed before it can be created.';
}

const List = ({ orgId, findings, onGo }: Pick<Props, 'orgId' | 'findings' | 'onGo'>) =>
  findings.length > 0 && (
    <ul className={styles.findings}>
      {findings.map(({ step, at, label, pointer, message }) => (
        <li key={`${pointer} ${message}`}>
          {step && at ? (
            <StepLink orgId={orgId} step={step} onClick={() => onGo(at)}>
              {step.label}: {label}
            </StepLink>
          ) : (
            pointer && <code>{pointer}</code>
          )}{' '}
          {message}
        </li>
      ))}
    </ul>
  );

/** A refusal whose findings stand below needs no second list of them. */
function Refusal({ error }: { error: unknown }) {
  if (!(error instanceof TradepostError) || error.errors.length === 0) return <Failure error={error} />;
  return (
    <p role="alert" className={styles.alert}>
      The offer was refused. What is wrong with it stands here and at its fields. <code>{error.code}</code>{' '}
      {error.requestId && <code>{error.requestId}</code>}
    </p>
  );
}
