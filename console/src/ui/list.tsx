import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Download, SlidersHorizontal } from 'lucide-react';
import type { ReactNode } from 'react';
import { useOrganization } from '../organization.ts';
import { paths } from '../paths.ts';
import { useOnce } from './change.ts';
import { Button } from './controls.tsx';
import { type Choice, Filters, Toolbar } from './filters.tsx';
import { Menu } from './menu.tsx';
import type { NamedNoun } from './names.tsx';
import type { ReadPage } from './pages.ts';
import { Failure } from './states.tsx';
import { type Column, Table } from './table.tsx';

/** Returns the name of a record in an export; the id if the name is unknown. */
export type NameLookup = (noun: NamedNoun, id: string | undefined) => string | undefined;

export type ListColumn<Row> = Column<Row> & {
  /** The values of the column in an export; without it, the column is not exported. */
  csv?: (row: Row, nameOf: NameLookup) => { [heading: string]: string | number | null | undefined };
};

type ListProps<Row> = {
  label: string;
  /** The filters: choices, or own controls. */
  choices?: readonly Choice[];
  filters?: ReactNode;
  /** Further controls at the end of the toolbar. */
  end?: ReactNode;
  /** Content between the toolbar and the rows. */
  summary?: ReactNode;
  queryKey: readonly unknown[];
  read: ReadPage<Row>;
  columns: readonly ListColumn<Row>[];
  empty: ReactNode;
  /** Reads all rows that match the filters, for an export. */
  readAll?: (() => AsyncIterable<Row>) | undefined;
  /** The records whose names the export contains. */
  names?: readonly NamedNoun[];
};

/** A list with filters, a choice of columns, and an export. The filters and the columns are in the address. */
export function List<Row extends { id: string }>(props: ListProps<Row>) {
  const { label, choices = [], filters, end, readAll, queryKey, read, columns, empty } = props;
  const { shown, choose } = useColumns(columns);
  const { start, isPending, error } = useExport(props, shown);
  return (
    <>
      <Toolbar
        end={
          <>
            <Menu
              label="Columns"
              className="hidden min-h-8.5 items-center gap-1.5 rounded-md border border-line bg-surface px-3 font-medium shadow-card hover:bg-raised sm:inline-flex"
              trigger={
                <>
                  <SlidersHorizontal size={16} aria-hidden="true" /> Columns
                </>
              }
              items={columns.slice(1).map((column) => ({
                label: column.name,
                checked: shown.includes(column),
                onSelect: () => choose(column),
              }))}
            />
            {readAll && (
              <Button icon={Download} disabled={isPending} onClick={start}>
                {isPending ? 'Exporting …' : 'Export'}
              </Button>
            )}
            {end}
          </>
        }
      >
        {filters ?? <Filters choices={choices} />}
      </Toolbar>
      {error && <Failure error={error} />}
      {props.summary}
      <Table label={label} queryKey={queryKey} read={read} columns={shown} empty={empty} />
    </>
  );
}

type Search = Record<string, string | undefined>;

/** Returns the columns that the address names, by default those that are not hidden. The first is always shown. */
function useColumns<Row>(columns: readonly ListColumn<Row>[]) {
  const { columns: asked } = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const names = asked?.split(',');
  const shown = columns.filter(
    ({ name, isHidden }, at) => at === 0 || (names ? names.includes(name) : !isHidden),
  );
  const choose = (chosen: ListColumn<Row>) => {
    const next = columns.filter((one) => shown.includes(one) !== (one === chosen)).map(({ name }) => name);
    void navigate({
      to: '.',
      search: (before: Search) => ({ ...before, columns: next.join(',') }),
      replace: true,
    } as never);
  };
  return { shown, choose };
}

/** Exports the rows that match the filters, with the shown columns, as a file. The code is loaded on the first export. */
function useExport<Row>(list: ListProps<Row>, shown: readonly ListColumn<Row>[]) {
  const { orgId } = useParams({ from: paths.overview });
  const { missingPermission } = useOrganization(orgId);
  const { send, isPending, error } = useOnce(['exports'], async () => {
    const { exportRows } = await import('./export.ts');
    await exportRows({ ...list, orgId, shown, missingPermission });
  });
  return { start: () => send(), isPending, error };
}
