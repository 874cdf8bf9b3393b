import { Columns, Facts, Page } from '../page.tsx';
import { useTab } from '../tabs.tsx';
import { Controls, Overlays } from './controls.tsx';
import { Charts, Colors, Notices, Numbers, Tables, Words } from './displays.tsx';

const tabs = [
  { name: 'displays', label: 'Displays' },
  { name: 'controls', label: 'Controls', count: 12 },
  { name: 'states', label: 'States' },
];

/** Each component of the console in each state, for development. */
export function StyleguidePage() {
  const tab = useTab(tabs);
  return (
    <main className="mx-auto max-w-7xl p-6">
      <Page
        title="Styleguide"
        crumbs={[
          <a key="console" href="/console/">
            Console
          </a>,
        ]}
        summary={<span>Each component in each state</span>}
        tabs={tabs}
      >
        <Columns
          side={
            <Facts
              isNarrow
              of={[
                ['Base size', '14 px'],
                ['Row height', '40 px'],
                ['Absent', undefined],
              ]}
            />
          }
        >
          {tab === 'displays' && (
            <>
              <Colors />
              <Words />
              <Numbers />
              <Charts />
              <Tables />
            </>
          )}
          {tab === 'controls' && (
            <>
              <Controls />
              <Overlays />
            </>
          )}
          {tab === 'states' && <Notices />}
        </Columns>
      </Page>
    </main>
  );
}
