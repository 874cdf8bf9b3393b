import { useInfiniteQuery } from '@tanstack/react-query';
import { answerOf } from '@tradepost/sdk';
import { useOrganization } from '../../organization.ts';
import { Button, Row } from '../controls.tsx';
import { OperationButton } from '../operation/button.tsx';
import { nextOfRows, type Query } from '../pages.ts';
import { Rows } from '../rows.tsx';
import { Failure, Loading } from '../states.tsx';
import { PathLink } from './links.tsx';
import { RowActions } from './list-page.tsx';
import { pageReader, readKey } from './read.ts';
import { type AnySection, paramsOf, type ResourceColumn } from './resource.ts';

type SectionProps<Parent> = {
  section: AnySection<Parent>;
  orgId: string;
  params: Record<string, string>;
  record: Parent;
};

const pageSize = 50;

/** A list on the page of a record, with its actions. Further pages are loaded on request. */
export function Section<Parent>({ section, orgId, params: page, record }: SectionProps<Parent>) {
  const { operation, title, actions = [] } = section;
  const params = { ...page, ...section.params?.(record) } as Record<string, string>;
  const query = { ...section.query, ...section.queryOf?.(record) };
  const { missingPermission } = useOrganization(orgId);
  const reason = operation.permission ? missingPermission(operation.permission) : undefined;
  // biome-ignore lint/suspicious/noExplicitAny: the sections of a page have rows of many types
  const read = pageReader<any>(orgId, operation, params, query, pageSize);
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } = useInfiniteQuery({
    queryKey: [...readKey(orgId, operation, params, query), 'section'],
    queryFn: ({ signal, pageParam }) => read(pageParam, signal),
    initialPageParam: {} as Query,
    getNextPageParam: (rows) => nextOfRows.get(rows) ?? answerOf(rows)?.next,
    enabled: reason === undefined,
  });
  const rows = data?.pages.flat() ?? [];
  return (
    <section>
      <Row>
        <h2>{title}</h2>
        {actions
          .filter((action) => !action.isHidden?.(record))
          .map((action) => (
            <OperationButton
              key={action.label ?? action.operation.id}
              orgId={orgId}
              action={action}
              row={record}
              params={params}
            />
          ))}
      </Row>
      {reason && <p>{reason}</p>}
      {error && <Failure error={error} again={() => void refetch()} />}
      {!data && !error && reason === undefined && <Loading />}
      {data && rows.length === 0 && <p>{section.empty}</p>}
      {rows.length > 0 && (
        <Rows
          label={title}
          rows={rows}
          keyOf={(row, at) => section.keyOf?.(row) ?? row.id ?? `${at}`}
          columns={columnsOf(section, orgId, params)}
        />
      )}
      {hasNextPage && (
        <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </section>
  );
}

function columnsOf<Parent>(section: AnySection<Parent>, orgId: string, params: Record<string, string>) {
  const { path, columns, rowActions = [] } = section;
  // biome-ignore lint/suspicious/noExplicitAny: the sections of a page have rows of many types
  const shown = columns.map(({ name, cell }: ResourceColumn<any>, at) => ({
    name,
    // biome-ignore lint/suspicious/noExplicitAny: the sections of a page have rows of many types
    cell: (row: any) => {
      const content = cell(row, { orgId, params });
      if (at > 0 || path === undefined) return content;
      return (
        <PathLink path={path} params={{ orgId, ...paramsOf(path, row, params, section.paramsOf) }}>
          {content}
        </PathLink>
      );
    },
  }));
  if (rowActions.length === 0) return shown;
  // biome-ignore lint/suspicious/noExplicitAny: the sections of a page have rows of many types
  const cell = (row: any) => <RowActions orgId={orgId} params={params} actions={rowActions} row={row} />;
  return [...shown, { name: 'Actions', cell }];
}
