import { Link } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { paths } from '../../paths.ts';
import type { Step } from '../../ui/form/fields.ts';
import type { FieldFinding } from '../../ui/form/findings.ts';

type Props = {
  orgId: string;
  steps: readonly Step[];
  current: Step;
  findings: readonly FieldFinding[];
  /** What the offer still needs. */
  needed: readonly FieldFinding[];
  isVisited: (step: Step) => boolean;
};

/** The steps of the form, with the number of errors in each. A visited step without findings has a tick. */
export const Steps = ({ orgId, steps, current, findings, needed, isVisited }: Props) => (
  <nav aria-label="Steps" className="lg:sticky lg:top-4">
    <ol className="flex flex-wrap gap-0.5 lg:grid">
      {steps.map((step) => {
        const own = findings.filter((one) => one.step?.name === step.name);
        const wrong = own.filter(({ isError }) => isError).length;
        const isDone =
          isVisited(step) && own.length === 0 && !needed.some((one) => one.step?.name === step.name);
        return (
          <li key={step.name}>
            <StepLink
              orgId={orgId}
              step={step}
              isCurrent={step === current}
              className={`flex min-h-8.5 items-center justify-between gap-2 rounded-md px-3 ${step === current ? 'bg-accent-soft font-medium text-accent' : 'text-ink hover:bg-raised'}`}
            >
              {step.label}
              {isDone && (
                // On narrow windows, a tick would move the other steps.
                <span className="text-good max-lg:hidden">
                  <Check size={16} aria-hidden="true" />
                  <span className="sr-only">filled in</span>
                </span>
              )}
              {wrong > 0 && (
                <span className="min-w-5 rounded-full bg-bad px-1.5 text-center text-xs leading-5 font-semibold text-canvas">
                  {wrong}
                  <span className="sr-only"> to correct</span>
                </span>
              )}
            </StepLink>
          </li>
        );
      })}
    </ol>
  </nav>
);

type LinkProps = {
  orgId: string;
  step: Step;
  isCurrent?: boolean;
  className?: string;
  onClick?: () => void;
  children: React.ReactNode;
};

/** A link to a step, which keeps the other parameters of the URL. */
export const StepLink = ({ orgId, step, isCurrent, className, onClick, children }: LinkProps) => (
  <Link
    to={paths.newOffer}
    params={{ orgId }}
    search={(before: Record<string, string | undefined>) => ({ ...before, step: step.name })}
    resetScroll={false}
    activeOptions={{ includeSearch: true, exact: true }}
    aria-current={isCurrent ? 'page' : undefined}
    className={className}
    onClick={onClick}
  >
    {children}
  </Link>
);
