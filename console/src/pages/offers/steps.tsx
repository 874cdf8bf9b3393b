import { Link } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import type { Step } from '../../ui/form/fields.ts';
import type { FieldFinding } from '../../ui/form/findings.ts';
import styles from './offer-form.module.css';

type Props = { orgId: string; steps: readonly Step[]; current: Step; findings: readonly FieldFinding[] };

/** The steps of the form, with the number of errors in each. */
export const Steps = ({ orgId, steps, current, findings }: Props) => (
  <nav aria-label="Steps" className={styles.steps}>
    <ol>
      {steps.map((step) => {
        const wrong = findings.filter((one) => one.isError && one.step?.name === step.name).length;
        return (
          <li key={step.name}>
            <StepLink orgId={orgId} step={step} isCurrent={step === current}>
              {step.label}
              {wrong > 0 && (
                <span className={styles.count}>
                  {wrong}
                  <span className={styles.unseen}> to correct</span>
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
  onClick?: () => void;
  children: React.ReactNode;
};

/** A link to a step, which keeps the other parameters of the URL. */
export const StepLink = ({ orgId, step, isCurrent, onClick, children }: LinkProps) => (
  <Link
    to={paths.newOffer}
    params={{ orgId }}
    search={(before: Record<string, string | undefined>) => ({ ...before, step: step.name })}
    resetScroll={false}
    activeOptions={{ includeSearch: true, exact: true }}
    aria-current={isCurrent ? 'page' : undefined}
    onClick={onClick}
  >
    {children}
  </Link>
);
