import { Link } from '@tanstack/react-router';
import type { WithId, WorkloadEntitlementTerm } from '@tradepost/sdk';
import { deleteEntitlementTerm } from '../../generated/entitlements.ts';
import { paths } from '../../paths.ts';
import { Money } from '../../ui/money.tsx';
import type { Action } from '../../ui/operation/action.ts';
import { OperationButton } from '../../ui/operation/button.tsx';
import { type ShortColumn, ShortTable } from '../../ui/short-table.tsx';
import { Time } from '../../ui/time.tsx';
import { splitWords } from '../../ui/words.ts';

type Term = WithId<WorkloadEntitlementTerm>;
type Props = {
  orgId: string;
  entitlementId: string;
  terms: readonly Term[];
  currency: string | undefined;
  /** The term whose burn-down chart is displayed. */
  shownId: string | undefined;
};

/** The terms of an entitlement, with the use of their commits and credits. */
export const Terms = ({ orgId, entitlementId, terms, currency, shownId }: Props) => (
  <ShortTable
    isFlush
    label="Terms"
    rows={terms}
    keyOf={({ id }) => id}
    columns={[
      {
        name: 'Term',
        cell: ({ id, startTime, endTime }) => (
          <Link
            to={paths.entitlement}
            params={{ orgId, entitlementId }}
            search={{ tab: 'usage', term: id }}
            replace
            aria-current={id === shownId ? 'true' : undefined}
          >
            <Time at={startTime} only="day" /> to {endTime ? <Time at={endTime} only="day" /> : 'no end date'}
          </Link>
        ),
      },
      { name: 'Started by', isWide: true, cell: kindOf },
      {
        name: 'Committed',
        isWide: true,
        align: 'end',
        cell: ({ commitAmount }) => <Money of={commitAmount} in={currency} />,
      },
      {
        name: 'Commit used',
        align: 'end',
        cell: ({ usedCommitAmount = 0, commitAmount = 0 }) => (
          <Used of={commitAmount} used={usedCommitAmount} what="commit" currency={currency} />
        ),
      },
      ...(terms.some(({ creditAmount = 0 }) => creditAmount > 0) ? creditColumns(currency) : []),
      {
        name: 'Overage',
        align: 'end',
        cell: ({ reportedAmount }) => <Money of={reportedAmount} in={currency} />,
      },
      ...(terms.some(isPart) ? [actionsOf(orgId, entitlementId)] : []),
    ]}
  />
);

/** Returns whether a term is a part of a divided commit. */
const isPart = ({ info }: Term): boolean => info?.parentEntitlementTermId !== undefined;

const deletion: Action<Term> = {
  operation: deleteEntitlementTerm,
  label: 'Delete',
  kind: 'danger',
  question: 'The part is deleted. After the last part is deleted, the commit is undivided again.',
};

const actionsOf = (orgId: string, entitlementId: string): ShortColumn<Term> => ({
  name: 'Actions',
  cell: (term) =>
    isPart(term) && (
      <OperationButton
        orgId={orgId}
        action={deletion}
        row={term}
        params={{ entitlementId, entitlementTermId: term.id }}
      />
    ),
});

const creditColumns = (currency: string | undefined): ShortColumn<Term>[] => [
  {
    name: 'Credit',
    align: 'end',
    isWide: true,
    cell: ({ creditAmount }) => <Money of={creditAmount} in={currency} />,
  },
  {
    name: 'Credit used',
    align: 'end',
    cell: ({ usedCreditAmount = 0, creditAmount = 0 }) => (
      <Used of={creditAmount} used={usedCreditAmount} what="credit" currency={currency} />
    ),
  },
];

/** The causes of terms whose codes do not say what they mean. */
const causes: Readonly<Record<string, string>> = {
  AutoRenew: 'Automatic renewal',
  ManualRenew: 'Renewal',
  Signup: 'Purchase',
};

/** Returns the cause of a term, and whether it is a part of another term. */
const kindOf = ({ info }: Term): string => {
  const kind = causes[info?.type ?? ''] ?? (splitWords(info?.type ?? '') || '–');
  return info?.parentEntitlementTermId ? `${kind} (a part)` : kind;
};

type UsedProps = { of: number; used: number; what: string; currency: string | undefined };

const Used = ({ of, used, what, currency }: UsedProps) =>
  of > 0 ? (
    <>
      <Money of={used} in={currency} />{' '}
      <progress max={of} value={Math.min(used, of)} aria-label={`Used of the ${what}`} />
    </>
  ) : (
    '–'
  );
