import type { SandboxRevenue, SandboxUsage, SandboxUsageTotal, WithId } from '@tradepost/sdk';
import {
  listSandboxRevenue,
  listSandboxUsage,
  listSandboxUsageTotals,
  sandboxGrantResaleAuthorization,
  sandboxOrder,
  triggerSandboxEvent,
} from '../../generated/sandbox.ts';
import { Card } from '../../ui/card.tsx';
import { Row } from '../../ui/controls.tsx';
import { Marketplace } from '../../ui/marketplace.tsx';
import { Money } from '../../ui/money.tsx';
import type { Action } from '../../ui/operation/action.ts';
import { OperationButton } from '../../ui/operation/button.tsx';
import { section } from '../../ui/resource/index.ts';
import { Section } from '../../ui/resource/section.tsx';
import { Time } from '../../ui/time.tsx';

const actions: readonly Action[] = [
  {
    operation: sandboxOrder,
    label: 'Order as a buyer',
    submit: 'Order',
    options: { partner: ['MKA', 'MKB', 'MKC', 'MKD', 'MKE', 'MKF'] },
    labels: { partner: 'Marketplace' },
    done: 'The order is placed. The marketplace reports it shortly.',
  },
  {
    operation: sandboxGrantResaleAuthorization,
    label: 'Grant a resale authorization',
    submit: 'Grant',
    done: 'The authorization is granted. It appears as an offer.',
  },
  {
    operation: triggerSandboxEvent,
    label: 'Trigger an event',
    submit: 'Trigger',
    done: 'The event is triggered.',
  },
];

/** What other parties do at the sandbox's marketplaces, without an existing record. */
export const Plays = ({ orgId }: { orgId: string }) => (
  <Card title="Act as a buyer, a vendor or the service">
    <Row>
      {actions.map((action) => (
        <OperationButton key={action.operation.id} orgId={orgId} action={action} row={undefined} />
      ))}
    </Row>
  </Card>
);

const sections = [
  section<undefined, WithId<SandboxUsageTotal>>({
    title: 'Billed usage by dimension',
    operation: listSandboxUsageTotals,
    columns: [
      { name: 'Dimension', cell: ({ dimension }) => <code>{dimension}</code> },
      { name: 'Marketplace', width: 'marketplace', cell: ({ partner }) => <Marketplace of={partner} /> },
      { name: 'Agreement', cell: ({ agreementID }) => <code>{agreementID}</code> },
      { name: 'Lines', align: 'end', cell: ({ lines }) => lines },
      { name: 'Quantity', align: 'end', cell: ({ quantity }) => quantity },
    ],
    empty: 'The marketplaces have not billed any usage yet.',
  }),
  section<undefined, WithId<SandboxUsage>>({
    title: 'Billed usage',
    operation: listSandboxUsage,
    query: { order: 'desc' },
    columns: [
      { name: 'Hour', cell: ({ hour, startTime }) => <Time at={hour ?? startTime} /> },
      { name: 'Dimension', cell: ({ dimension }) => <code>{dimension}</code> },
      { name: 'Marketplace', width: 'marketplace', cell: ({ partner }) => <Marketplace of={partner} /> },
      { name: 'Quantity', align: 'end', cell: ({ quantity }) => quantity },
      {
        name: 'Amount',
        width: 'amount',
        align: 'end',
        cell: ({ amount, currency }) => <Money of={amount} in={currency} />,
      },
    ],
    empty: 'The marketplaces have not billed any usage yet.',
  }),
  section<undefined, WithId<SandboxRevenue>>({
    title: 'Revenue feeds',
    operation: listSandboxRevenue,
    query: { order: 'desc' },
    columns: [
      { name: 'Time', cell: ({ creationTime }) => <Time at={creationTime} /> },
      { name: 'Marketplace', width: 'marketplace', cell: ({ partner }) => <Marketplace of={partner} /> },
      { name: 'Line', cell: ({ line }) => <code className="wrap-anywhere">{JSON.stringify(line)}</code> },
    ],
    empty: 'The marketplaces have not reported any revenue yet.',
  }),
];

/** The records of the sandbox's marketplaces. */
export const Books = ({ orgId }: { orgId: string }) =>
  sections.map((one) => (
    <Section key={one.title} section={one} orgId={orgId} params={{}} record={undefined} />
  ));
