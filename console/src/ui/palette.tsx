import { useQueries } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { FileText, type LucideIcon, Plus, ScrollText } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { tradepost } from '../api.ts';
import { pagesFor } from '../navigation.ts';
import { keys, useOrganization } from '../organization.ts';
import { paths } from '../paths.ts';
import { Dialog } from './dialog.tsx';

type Entry = { key: string; group: string; words: string; icon: LucideIcon; go: () => unknown };
type Props = { orgId: string; onClose: () => void };
type Named = { id: string; name?: string };

const pauseMs = 200;
const most = 5;

/** The command palette: pages, actions, and records by a part of their name or the start of their id. */
export function Palette({ orgId, onClose }: Props) {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const list = useId();
  const entries = useEntries(orgId, text);
  const chosen = Math.min(at, entries.length - 1);
  const go = (entry: Entry | undefined) => {
    if (!entry) return;
    onClose();
    void entry.go();
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setAt((chosen + step + entries.length) % Math.max(entries.length, 1));
    }
    if (event.key === 'Enter') go(entries[chosen]);
  };
  return (
    <Dialog kind="palette" title="Search" onClose={onClose}>
      <div className="border-b border-line p-2">
        <input
          role="combobox"
          aria-label="Search pages, records and actions"
          aria-expanded="true"
          aria-controls={list}
          aria-activedescendant={entries[chosen] && `${list}-${chosen}`}
          placeholder="Search pages, records and actions"
          autoComplete="off"
          maxLength={200}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setAt(0);
          }}
          onKeyDown={press}
        />
      </div>
      <div role="listbox" id={list} aria-label="Results" className="max-h-96 overflow-y-auto p-2">
        {entries.map((entry, index) => (
          <Option
            key={entry.key}
            id={`${list}-${index}`}
            entry={entry}
            isFirst={entries[index - 1]?.group !== entry.group}
            isChosen={index === chosen}
            onPoint={() => setAt(index)}
            onGo={() => go(entry)}
          />
        ))}
      </div>
      {entries.length === 0 && <p className="px-4 pb-4 text-quiet">Nothing matches.</p>}
    </Dialog>
  );
}

type OptionProps = {
  id: string;
  entry: Entry;
  isFirst: boolean;
  isChosen: boolean;
  onPoint: () => void;
  onGo: () => void;
};

const Option = ({
  id,
  entry: { words, group, icon: Icon },
  isFirst,
  isChosen,
  onPoint,
  onGo,
}: OptionProps) => (
  // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input
  // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys
  <div
    role="option"
    id={id}
    aria-selected={isChosen}
    ref={(element) => {
      if (isChosen) element?.scrollIntoView({ block: 'nearest' });
    }}
    onPointerMove={onPoint}
    onClick={onGo}
    className={`flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 ${isChosen ? 'bg-accent-soft' : ''}`}
  >
    <Icon size={16} aria-hidden="true" className="shrink-0 text-quiet" />
    <span className="min-w-0 flex-1 truncate">{words}</span>
    <span className={isFirst ? 'text-xs text-quiet' : 'sr-only'}>{group}</span>
  </div>
);

function useEntries(orgId: string, text: string): Entry[] {
  const navigate = useNavigate();
  const { organization, missingPermission } = useOrganization(orgId);
  const wanted = text.trim().toLowerCase();
  const pages = pagesFor(organization?.environment === 'TEST', missingPermission).map(
    ({ path, name, icon }): Entry => ({
      key: path,
      group: 'Pages',
      words: name,
      icon,
      go: () => navigate({ to: path as typeof paths.offers, params: { orgId } }),
    }),
  );
  const actions: Entry[] =
    missingPermission('offers:write') === undefined
      ? [
          {
            key: 'new offer',
            group: 'Actions',
            words: 'New offer',
            icon: Plus,
            go: () => navigate({ to: paths.newOffer, params: { orgId } }),
          },
        ]
      : [];
  const named = [...pages, ...actions].filter(({ words }) => words.toLowerCase().includes(wanted));
  return [...named, ...useRecords(orgId, text.trim())];
}

type Source = {
  noun: 'offers' | 'entitlements';
  group: string;
  icon: LucideIcon;
  permission: string;
  /** The address of a record; without it, the console has no page for the records, and they are not searched. */
  at: (orgId: string, id: string) => object;
};

const sources: readonly Source[] = [
  {
    noun: 'offers',
    group: 'Offers',
    icon: FileText,
    permission: 'offers:read',
    at: (orgId, offerId) => ({ to: paths.offer, params: { orgId, offerId } }),
  },
  {
    noun: 'entitlements',
    group: 'Entitlements',
    icon: ScrollText,
    permission: 'entitlements:read',
    at: (orgId, entitlementId) => ({ to: paths.entitlement, params: { orgId, entitlementId } }),
  },
];

/** Returns the records that match a text, as soon as the user pauses. */
function useRecords(orgId: string, text: string): Entry[] {
  const navigate = useNavigate();
  const { missingPermission } = useOrganization(orgId);
  const [search, setSearch] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearch(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  const results = useQueries({
    queries: sources.map(({ noun, permission }) => ({
      queryKey: keys.list(orgId, noun, { found: search }),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        tradepost
          .in(orgId)
          [noun].list({ search, limit: most, fields: ['id', 'name'] }, { signal }) as Promise<
          readonly Named[]
        >,
      enabled: search !== '' && missingPermission(permission) === undefined,
    })),
  });
  if (text === '') return [];
  return sources.flatMap(({ noun, group, icon, at }, index) =>
    (results[index]?.data ?? []).map(({ id, name }) => ({
      key: `${noun} ${id}`,
      group,
      words: name || id,
      icon,
      go: () => navigate(at(orgId, id) as never),
    })),
  );
}
