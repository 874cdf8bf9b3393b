import { type OfferValidation, TradepostError } from '@tradepost/sdk';
import { Callout } from '../../ui/callout.tsx';
import type { FieldFinding } from '../../ui/form/findings.ts';
import { Failure } from '../../ui/states.tsx';
import { questionsOf } from './judgement.ts';
import { StepLink } from './steps.tsx';

type Props = {
  orgId: string;
  findings: readonly FieldFinding[];
  /** What the offer still needs, in steps that the user has not visited yet. */
  needed: readonly FieldFinding[];
  judged: OfferValidation | undefined;
  /** The reason why the latest input could not be validated. */
  unjudged: unknown;
  /** Whether the offer is validated during input. */
  mayBeJudged: boolean;
  error: unknown;
  onGo: (at: string) => void;
};

/** The errors of the offer, what it still needs, and its warnings, each with a link to its field. */
export function Summary({ orgId, findings, needed, judged, unjudged, mayBeJudged, error, onGo }: Props) {
  const wrong = findings.filter(({ isError }) => isError);
  const known = findings.filter(({ isError }) => !isError);
  return (
    <>
      {error !== undefined && error !== null && <Refusal error={error} />}
      <h2>{wrong.length > 0 ? 'Errors' : 'Check'}</h2>
      {wrong.length === 0 && <p className="text-quiet">{stateOf({ judged, unjudged, mayBeJudged })}</p>}
      <List orgId={orgId} findings={wrong} onGo={onGo} />
      {needed.length > 0 && <h2>Still needed</h2>}
      <List orgId={orgId} findings={needed} onGo={onGo} />
      {known.length > 0 && <h2>Notes</h2>}
      <List orgId={orgId} findings={known} onGo={onGo} />
    </>
  );
}

function stateOf({
  judged,
  unjudged,
  mayBeJudged,
}: Pick<Props, 'judged' | 'unjudged' | 'mayBeJudged'>): string {
  if (!mayBeJudged) return 'Changes are checked when you save them.';
  if (unjudged instanceof Error)
    return `The last change could not be checked: ${unjudged.message} The check repeats as you type.`;
  if (!judged) return 'The offer is checked as you type.';
  if (judged.valid) return 'The offer can be created.';
  return questionsOf(judged).length > 0
    ? 'Confirm the points below before the offer is created.'
    : 'The offer is incomplete.';
}

const List = ({ orgId, findings, onGo }: Pick<Props, 'orgId' | 'findings' | 'onGo'>) =>
  findings.length > 0 && (
    <ul className="grid list-disc gap-2.5 pl-4.5">
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

/** An error whose findings are listed below does not repeat the findings. */
function Refusal({ error }: { error: unknown }) {
  if (!(error instanceof TradepostError) || error.errors.length === 0) return <Failure error={error} />;
  return (
    <Callout kind="error" role="alert">
      <p>The offer was refused. Errors are listed here and at the fields.</p>
      <p className="text-xs">
        <code>{error.code}</code> {error.requestId && <code>{error.requestId}</code>}
      </p>
    </Callout>
  );
}
