import { Link } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import type { Step } from '../../ui/form/fields.ts';
import type { FieldFinding } from '../../ui/form/findings.ts';

type Props = { orgId: string; steps: readonly Step[]; current: Step; findings: readonly FieldFinding[] };

/** The steps of the form, with the number of errors in each. */
export const Steps = ({ orgId, steps, current, findings }: Props) => (
  <nav aria-label="Steps" className="lg:sticky lg:top-4">
    <ol className="flex flex-wrap gap-0.5 lg:grid">
      {steps.map((step) => {
        const wrong = findings.filter((one) => one.isError && one.step?.name === step.name).length;
        return (
          <li key={step.name}>
            <StepLink
              orgId={orgId}
              step={step}
              isCurrent={step === current}
              className={`flex min-h-8.5 items-center justify-between gap-2 rounded-md px-3 ${step === current ? 'bg-accent-soft font-medium text-accent' : 'text-ink hover:bg-raised'}`}
            >
              {step.label}
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
