import { Row } from '../controls.tsx';
import type { Action } from '../operation/action.ts';
import { OperationButton } from '../operation/button.tsx';
import type { Params } from '../operation/operation.ts';
import { PathLink } from './links.tsx';
import { paramsOf, type ResourceList } from './resource.ts';

/** Returns the columns of a list, with a link to the record in the first column and the row's actions in the last. */
export function linkedColumns<Line>(
  { columns, rowActions = [] }: Pick<ResourceList<Line>, 'columns' | 'rowActions'>,
  orgId: string,
  params: Params,
  path: string | undefined,
  own?: ((row: Line) => Params) | undefined,
) {
  const shown = columns.map(({ cell, ...column }, at) => ({
    ...column,
    cell: (row: Line) => {
      const content = cell(row, { orgId, params });
      if (at > 0 || path === undefined) return content;
      const named = paramsOf(path, row, params, own);
      return (
        <PathLink path={path} params={{ orgId, ...named }}>
          {content || Object.values(named).at(-1)}
        </PathLink>
      );
    },
  }));
  if (rowActions.length === 0) return shown;
  const cell = (row: Line) => <RowActions orgId={orgId} params={params} actions={rowActions} row={row} />;
  return [...shown, { name: 'Actions', cell }];
}

type RowActionsProps<Line> = {
  orgId: string;
  params: Params;
  actions: readonly Action<Line>[];
  row: Line;
};

/** The actions on a row of a list. */
const RowActions = <Line,>({ orgId, params, actions, row }: RowActionsProps<Line>) => (
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
