import { useQuery } from '@tanstack/react-query';
import { answerOf, type Action as ServiceAction } from '@tradepost/sdk';
import type { MenuItem } from '../menu.tsx';
import type { Action } from './action.ts';
import { OperationMenu } from './menu.tsx';
import type { Params } from './operation.ts';

type AvailableMenuProps<Row> = {
  orgId: string;
  actions: readonly Action<Row>[];
  row: Row;
  params: Params;
  /** The cache key and the read of the record's actions, as of `Actions`. */
  queryKey: readonly unknown[];
  read: (signal: AbortSignal) => Promise<ServiceAction[]>;
  /** The items before and after the actions, from `Actions`. */
  before: readonly MenuItem[];
  after: readonly MenuItem[];
};

/**
 * The menu of `Actions` with further actions: the available ones, and those that the service does not list and the table
 * does not hide.
 */
export function AvailableMenu<Row>({ actions, row, queryKey, read, ...given }: AvailableMenuProps<Row>) {
  const { data } = useQuery({ queryKey, queryFn: ({ signal }) => read(signal) });
  const isShown = ({ operation, isHidden }: Action<Row>): boolean =>
    data !== undefined &&
    !isHidden?.(row) &&
    data.find(({ operationId }) => operationId === operation.id)?.possible !== false;
  return (
    <OperationMenu {...given} row={row} ifMatch={answerOf(row)?.etag} actions={actions.filter(isShown)} />
  );
}
