import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Row } from '../controls.tsx';
import { acceptedParams, Filters } from '../filters.tsx';
import type { Action } from '../operation/action.ts';
import { OperationButton } from '../operation/button.tsx';
import { labelOf } from '../operation/words.ts';
import { Page } from '../page.tsx';
import { Empty } from '../states.tsx';
import { Table } from '../table.tsx';
import { PathLink } from './links.tsx';
import { pageReader, readKey } from './read.ts';
import { paramsOf, type Resource, type ResourceColumn } from './resource.ts';

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Creates the list page of a noun. */
export const listPage = <Row,>(resource: Resource<Row>) =>
  function ListPage() {
    const { orgId = '', ...params } = useParams({ strict: false }) as Record<string, string>;
    const search = useSearch({ strict: false }) as Record<string, string | undefined>;
    const navigate = useNavigate();
    const { list, noun, recordPath } = resource;
    if (!list) return null;
    const { operation } = list;
    const known = (operation.query ?? []).filter(({ name }) => list.filters?.includes(name));
    const choices = known.map(({ name, options = [] }) => ({ name, label: labelOf(name), options }));
    const query = { ...list.query, ...acceptedParams(search, choices) };
    const open = (answer: unknown) =>
      recordPath &&
      void navigate({
        to: recordPath,
        params: { orgId, ...paramsOf(recordPath, answer as Row, params, resource.paramsOf) },
      } as never);
    return (
      <Page
        title={capitalized(noun[1])}
        actions={
          <Row>
            {list.actions?.map((action) => (
              <OperationButton
                key={action.label ?? action.operation.id}
                orgId={orgId}
                action={action}
                row={undefined}
                params={params}
                onDone={(answer) => action.opens === 'record' && open(answer)}
              />
            ))}
          </Row>
        }
      >
        {(operation.query ?? []).some(({ name }) => name === 'search') && <Filters choices={choices} />}
        <Table
          label={capitalized(noun[1])}
          queryKey={readKey(orgId, operation, params, query)}
          read={pageReader<Row & { id: string }>(orgId, operation, params, query, 100)}
          columns={linkedColumns(resource, orgId, params)}
          empty={<Empty title={list.empty} />}
        />
      </Page>
    );
  };

/** The columns with a link to the record in the first column, and the row's actions in the last. */
function linkedColumns<Row>(resource: Resource<Row>, orgId: string, params: Record<string, string>) {
  const { list, recordPath } = resource;
  const linked = ({ name, cell }: ResourceColumn<Row>, at: number) => ({
    name,
    cell: (row: Row) => {
      const shown = cell(row, { orgId, params });
      if (at > 0 || !recordPath) return shown;
      const own = paramsOf(recordPath, row, params, resource.paramsOf);
      return (
        <PathLink path={recordPath} params={{ orgId, ...own }}>
          {shown || own[Object.keys(own).at(-1) ?? '']}
        </PathLink>
      );
    },
  });
  const actions = list?.rowActions ?? [];
  const columns = (list?.columns ?? []).map(linked);
  if (actions.length === 0) return columns;
  return [
    ...columns,
    {
      name: 'Actions',
      cell: (row: Row) => <RowActions orgId={orgId} params={params} actions={actions} row={row} />,
    },
  ];
}

type RowActionsProps<Line> = {
  orgId: string;
  params: Record<string, string>;
  actions: readonly Action<Line>[];
  row: Line;
};

/** The actions on a row of a list. */
export const RowActions = <Line,>({ orgId, params, actions, row }: RowActionsProps<Line>) => (
  <Row>
    {actions
      .filter((action) => !action.isHidden?.(row))
      .map((action) => (
        <OperationButton
          key={action.label ?? action.operation.id}
          orgId={orgId}
          action={action}
          row={row}
          params={params}
        />
      ))}
  </Row>
);
