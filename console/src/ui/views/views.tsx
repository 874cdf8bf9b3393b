import { useQuery } from '@tanstack/react-query';
import { useMatches, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Layers } from 'lucide-react';
import { useState } from 'react';
import { tradepost } from '../../api.ts';
import { keys, useOrganization } from '../../organization.ts';
import { here } from '../../paths.ts';
import type { Search } from '../../search.ts';
import { useOnce } from '../change.ts';
import { ConfirmDialog, Dialog } from '../dialog.tsx';
import { Menu, type MenuItem } from '../menu.tsx';
import { Failure } from '../states.tsx';
import { NameDialog } from './name-dialog.tsx';
import { byName, listOf, stateOf, type View, type ViewQuery, type ViewState } from './state.ts';

/** The menu of the user's saved views of a list: its filters, order and columns under names. */
export function Views() {
  const { orgId = '' } = useParams({ strict: false }) as { orgId?: string };
  const { missingPermission } = useOrganization(orgId);
  const list = useMatches({ select: (matches) => listOf(matches.at(-1)?.fullPath ?? '') });
  if (list === '' || missingPermission('organization:read')) return null;
  return <ViewsOf key={list} orgId={orgId} list={list} />;
}

type Asked = 'save' | 'rename' | 'delete';

function ViewsOf({ orgId, list }: { orgId: string; list: string }) {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const queryKey = keys.list(orgId, 'savedViews', { list });
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => tradepost.in(orgId).members.listMySavedViews({ list }, { signal }),
    staleTime: 60_000,
  });
  const [openedId, setOpenedId] = useState<string>();
  const [asked, setAsked] = useState<Asked>();
  const state = stateOf(data ?? [], search, openedId);
  const { current, opened, query } = state;
  if (data && opened?.id !== openedId) setOpenedId(opened?.id);
  const replace = useOnce(queryKey, (view: View) =>
    tradepost.in(orgId).members.updateMySavedView(view.id, { query }),
  );
  const open = (next: ViewQuery) => void navigate({ to: here, search: next } as never);
  const items: MenuItem[] = [
    ...choicesOf(data ?? [], state, open),
    ...(error ? [{ label: 'Load the saved views again', onSelect: () => void refetch() }] : []),
    ...changesOf(state, { ask: setAsked, replace: replace.send }),
  ];
  return (
    <>
      <Menu
        {...(current ? { label: `View: ${current.name}` } : {})}
        className="inline-flex min-h-8.5 max-w-52 min-w-24 items-center gap-1.5 rounded-md border border-line bg-surface px-3 font-medium shadow-card hover:bg-raised"
        trigger={
          <>
            <Layers size={16} aria-hidden="true" className="shrink-0" />
            <span className="truncate">{current?.name ?? 'Views'}</span>
          </>
        }
        items={items}
      />
      <ViewDialog
        asked={asked}
        orgId={orgId}
        list={list}
        query={query}
        view={opened}
        onClose={() => setAsked(undefined)}
      />
      {replace.error && (
        <Dialog title="The view was not updated" onClose={replace.reset}>
          <Failure error={replace.error} />
        </Dialog>
      )}
    </>
  );
}

/** The items that open views. */
const choicesOf = (
  views: readonly View[],
  { query, current }: ViewState,
  open: (query: ViewQuery) => void,
): MenuItem[] => [
  {
    label: 'Default view',
    checked: !current && Object.keys(query).length === 0,
    closes: true,
    onSelect: () => open({}),
  },
  ...byName(views).map((view) => ({
    key: view.id,
    label: view.name ?? view.id,
    checked: view === current,
    closes: true,
    onSelect: () => open(view.query ?? {}),
  })),
];

type Changes = { ask: (asked: Asked) => void; replace: (view: View) => void };

/** The items that save the address, and that change the opened view. */
function changesOf({ opened, current, isUnsaved }: ViewState, { ask, replace }: Changes): MenuItem[] {
  const reason = current
    ? 'Change the filters, the order or the columns first.'
    : 'Select filters, an order or columns first.';
  return [
    ...(opened && isUnsaved
      ? [{ label: `Update “${opened.name}”`, isSeparated: true, onSelect: () => replace(opened) }]
      : []),
    {
      label: 'Save as new view …',
      isSeparated: !(opened && isUnsaved),
      ...(isUnsaved ? { onSelect: () => ask('save') } : { reason }),
    },
    ...(opened
      ? [
          { label: `Rename “${opened.name}” …`, isSeparated: true, onSelect: () => ask('rename') },
          { label: `Delete “${opened.name}” …`, onSelect: () => ask('delete') },
        ]
      : []),
  ];
}

type ViewDialogProps = {
  asked: Asked | undefined;
  orgId: string;
  list: string;
  query: ViewQuery;
  view: View | undefined;
  onClose: () => void;
};

/** The dialog of a change to the saved views. */
function ViewDialog({ asked, orgId, list, query, view, onClose }: ViewDialogProps) {
  const queryKey = keys.list(orgId, 'savedViews', { list });
  const save = useOnce(
    queryKey,
    (name: string) => tradepost.in(orgId).members.createMySavedView({ list, name, query }),
    onClose,
  );
  const rename = useOnce(
    queryKey,
    (name: string) => tradepost.in(orgId).members.updateMySavedView(view?.id ?? '', { name }),
    onClose,
  );
  const remove = useOnce(
    queryKey,
    () => tradepost.in(orgId).members.deleteMySavedView(view?.id ?? ''),
    onClose,
  );
  const close = () => {
    for (const change of [save, rename, remove]) change.reset();
    onClose();
  };
  if (asked === 'save')
    return <NameDialog title="Save a view" action="Save view" before="" change={save} onClose={close} />;
  if (!asked || !view) return null;
  if (asked === 'rename')
    return (
      <NameDialog
        title="Rename the view"
        action="Rename view"
        before={view.name ?? ''}
        change={rename}
        onClose={close}
      />
    );
  return (
    <ConfirmDialog
      title={`Delete the view “${view.name}”?`}
      action="Delete view"
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.send()}
      onClose={close}
    >
      <p>The filters stay as they are now. Records are not affected.</p>
    </ConfirmDialog>
  );
}
