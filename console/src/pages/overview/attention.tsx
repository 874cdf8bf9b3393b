import type { OverviewAttention } from '@tradepost/sdk';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/controls.tsx';
import { PathLink } from '../../ui/resource/links.tsx';
import { Time } from '../../ui/time.tsx';

type Kind = OverviewAttention['kind'];
type Problem = {
  words: string;
  /** The reason, or what to do. */
  help: string;
  /** The list of the records: its path and its filter. */
  list?: { to: string; status: string };
  /** The words before the time. */
  since?: string;
};

const problems: Readonly<Record<Kind, Problem>> = {
  OFFER_CREATE_FAILED: {
    words: 'Offers that were not created',
    help: 'The page of each offer shows the reason of the marketplace. Correct the offer, or retry.',
    list: { to: paths.offers, status: 'CREATE_FAILED' },
  },
  OFFER_AWAITS_APPROVAL: {
    words: 'Offers that await approval',
    help: 'Approve them, or ask for changes.',
    list: { to: paths.offers, status: 'DRAFT' },
  },
  OFFER_EXPIRES_SOON: {
    words: 'Offers that expire within 7 days',
    help: 'Remind the buyers, or extend the offers.',
    list: { to: paths.offers, status: 'PENDING_ACCEPTANCE' },
    since: 'First expiry',
  },
  ENTITLEMENT_ENDS_SOON: {
    words: 'Entitlements that end within 30 days',
    help: 'They do not renew automatically. Send a renewal offer.',
    list: { to: paths.entitlements, status: 'ACTIVE' },
    since: 'First end',
  },
  ENTITLEMENT_CHANGE_REQUESTED: {
    words: 'Changes that buyers requested',
    help: 'Accept or reject them on the page of each entitlement.',
  },
  USAGE_NOT_REPORTED: {
    words: 'Usage that the marketplace did not accept',
    help: 'It is not billed. Correct and report it again.',
  },
  INTEGRATION_NOT_VERIFIED: {
    words: 'Integrations that do not work',
    help: 'Check their credentials. Until then, nothing is sent to the marketplace.',
  },
  WEBHOOK_DISABLED: {
    words: 'Webhooks that were switched off',
    help: 'They failed too often. Correct the receiver, then enable them.',
  },
  WEBHOOK_FAILING: {
    words: 'Webhooks that cannot be delivered',
    help: 'Deliveries are retried. The page of each webhook shows the error.',
  },
  INVOICE_OVERDUE: {
    words: 'Overdue invoices',
    help: 'Remind the buyers, or record their payments.',
    list: { to: paths.invoices, status: 'FINALIZED' },
    since: 'First due date',
  },
};

/** The records that need attention, with the reason, the first records, and a link to all of them. */
export const Attention = ({ orgId, rows }: { orgId: string; rows: readonly OverviewAttention[] }) => (
  <Card title="Needs attention" isFlush={rows.length > 0}>
    {rows.length === 0 && (
      <p className="flex items-center gap-2 text-quiet">
        <CircleCheck size={18} aria-hidden="true" className="text-good" />
        Nothing needs your attention.
      </p>
    )}
    <ul>
      {rows.map((row) => (
        <Row key={row.kind} orgId={orgId} row={row} />
      ))}
    </ul>
  </Card>
);

function Row({ orgId, row: { kind, count, oldest, sample } }: { orgId: string; row: OverviewAttention }) {
  const { words, help, list, since = 'Since' } = problems[kind] ?? { words: kind, help: '' };
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 border-line px-4 py-3 not-last:border-b">
      <TriangleAlert size={18} aria-hidden="true" className="mt-0.5 shrink-0 text-warn" />
      <div className="grid min-w-0 flex-1 basis-64 gap-0.5">
        <h3>
          {words}: {count < 100 ? count : '100 or more'}
        </h3>
        <p className="text-sm text-quiet">
          {help} {since} <Time at={oldest} only="day" />.
        </p>
        <ul className="flex flex-wrap gap-x-4 text-sm">
          {sample.map(({ id, name }) => (
            <li key={id} className="min-w-0">
              <Sample orgId={orgId} kind={kind} id={id}>
                {name || id}
              </Sample>
            </li>
          ))}
        </ul>
      </div>
      {list && (
        <LinkButton to={list.to as typeof paths.offers} params={{ orgId }} search={{ status: list.status }}>
          Show all
        </LinkButton>
      )}
    </li>
  );
}

type SampleProps = { orgId: string; kind: Kind; id: string; children: ReactNode };

/** The pages of the records, by the first word of the kind. */
const pages: Readonly<Record<string, readonly [path: string, id: string, words?: string]>> = {
  OFFER: [paths.offer, 'offerId'],
  ENTITLEMENT: [paths.entitlement, 'entitlementId'],
  INVOICE: [paths.invoice, 'invoiceId', 'Invoice '],
  WEBHOOK: [paths.webhook, 'webhookId'],
};

/** The name of a record, as a link if the console has a page for it. */
function Sample({ orgId, kind, id, children }: SampleProps) {
  const [path, name = '', words] = pages[kind.split('_')[0] ?? ''] ?? [];
  if (path === undefined) return <span>{children}</span>;
  return (
    <PathLink path={path} params={{ orgId, [name]: id }}>
      {words}
      {children}
    </PathLink>
  );
}
