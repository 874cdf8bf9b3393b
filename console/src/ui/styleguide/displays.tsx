import { Bars, Sparkline } from '../bars.tsx';
import { Callout } from '../callout.tsx';
import { Card } from '../card.tsx';
import { Chart } from '../chart.tsx';
import { Button, Row } from '../controls.tsx';
import { CopyId } from '../copy-id.tsx';
import { Marketplace } from '../marketplace.tsx';
import { marketplaceOptions } from '../marketplaces.ts';
import { Money } from '../money.tsx';
import { Facts } from '../page.tsx';
import { ShortTable } from '../short-table.tsx';
import { Stat } from '../stat.tsx';
import { Empty, Failure, Loading, NotFound } from '../states.tsx';
import { Badge, Status } from '../status.tsx';
import { Table } from '../table.tsx';
import { Time } from '../time.tsx';

const colors = [
  'bg-canvas',
  'bg-surface',
  'bg-raised',
  'bg-accent',
  'bg-accent-soft',
  'bg-good-soft',
  'bg-warn-soft',
  'bg-bad-soft',
] as const;

export const Colors = () => (
  <Card title="Colors and sizes">
    <Row>
      {colors.map((color) => (
        <span key={color} className={`size-12 rounded-md border border-line ${color}`} title={color} />
      ))}
    </Row>
    <p className="text-2xl">Number in a card</p>
    <p className="text-xl">Title of a page</p>
    <p>Text</p>
    <p className="text-sm text-quiet">Help</p>
  </Card>
);

export const Words = () => (
  <Card title="Words">
    <Row>
      {['ACTIVE', 'PENDING_ACCEPTANCE', 'CREATE_FAILED', 'CANCELLED'].map((state) => (
        <Status key={state} of={state} />
      ))}
      <Badge>Test</Badge>
    </Row>
    <Row>
      {marketplaceOptions.map(({ value }) => (
        <Marketplace key={value} of={value} />
      ))}
      <Marketplace of={undefined} />
    </Row>
    <Facts
      of={[
        [
          'Yen and yuan',
          <span key="m">
            <Money of={1200} in="JPY" />, <Money of={1200} in="CNY" />
          </span>,
        ],
        ['Time', <Time key="t" at="2026-02-03T10:30:00Z" />],
        ['Identifier', <CopyId key="id" of="ofr_01m7z53rfeexsaxs9hq5zzmybg" />],
      ]}
    />
  </Card>
);

export const Numbers = () => (
  <div className="grid gap-4 sm:grid-cols-3">
    <Stat label="Open offers" value="12" change="was 10 in the 30 days before" note="in 3 currencies">
      <Sparkline values={[1, 4, 2, 6, 3, 8]} />
    </Stat>
    <Stat label="Acceptance rate" value="62 %" change="was 65 % in the 30 days before" />
    <Stat label="Contract value" value={<Money of={120_000} in="USD" />} />
  </div>
);

const points = [3, 5, 2, 8, 6, 9].map((value, month) => ({
  start: new Date(Date.UTC(2026, month)).toISOString(),
  value,
}));
const double = points.map(({ start, value }) => ({ start, value: value * 2 }));

export const Charts = () => (
  <>
    <Card title="Bars">
      <Bars
        title="By month"
        only="utcMonth"
        groups={[
          { name: 'Marketplace A', points },
          { name: 'Marketplace B', points: double },
        ]}
      />
    </Card>
    <Card title="Lines">
      <Chart
        title="Two lines"
        isPart
        lines={[
          { name: 'One', points, kind: 'step' },
          { name: 'Two', points: double },
        ]}
      />
    </Card>
  </>
);

const rows = points.map((point) => ({ ...point, id: point.start }));

export const Tables = () => (
  <>
    <Table
      label="Table"
      queryKey={['styleguide']}
      read={async () => rows}
      columns={[
        { name: 'Month', width: 'wide', cell: ({ start }) => <Time at={start} only="utcMonth" /> },
        { name: 'State', width: 'narrow', sort: 'state', cell: () => <Status of="ACTIVE" /> },
        { name: 'Amount', align: 'end', cell: ({ value }) => <Money of={value} in="JPY" /> },
      ]}
      empty={<Empty title="No rows" />}
    />
    <Card title="Short table" isFlush>
      <ShortTable
        isFlush
        label="Short table"
        rows={points.slice(0, 3)}
        keyOf={({ start }) => start}
        columns={[
          { name: 'Month', cell: ({ start }) => <Time at={start} only="utcMonth" /> },
          { name: 'Amount', align: 'end', cell: ({ value }) => <Money of={value} in="EUR" /> },
        ]}
      />
    </Card>
  </>
);

export const Notices = () => (
  <>
    <Callout kind="info" title="For information">
      The clock is advancing.
    </Callout>
    <Callout kind="warning" title="A warning" fix={<Button>Do something about it</Button>}>
      The offer expires tomorrow.
    </Callout>
    <Failure error={new Error('The request failed.')} again={() => {}} />
    <Loading />
    <Empty title="No offers yet">
      <Button kind="primary">Create the first offer</Button>
    </Empty>
    <NotFound />
  </>
);
