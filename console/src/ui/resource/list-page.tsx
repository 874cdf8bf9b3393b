import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { List } from '../list.tsx';
import { OperationButton } from '../operation/button.tsx';
import { callOperation } from '../operation/call.ts';
import { Page } from '../page.tsx';
import { Empty } from '../states.tsx';
import { linkedColumns } from './columns.tsx';
import { CsvButton } from './csv-button.tsx';
import { filtersOf, queryOf, ResourceFilters } from './filters.tsx';
import { pageReader, readKey } from './read.ts';
import { paramsOf, type Resource } from './resource.ts';

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Creates the list page of a noun. */
export const listPage = <Row,>(resource: Resource<Row>) =>
  function ListPage() {
    const { orgId = '', ...params } = useParams({ strict: false }) as Record<string, string>;
    const search = useSearch({ strict: false }) as Record<string, string | undefined>;
    const navigate = useNavigate();
    const { list, noun, recordPath } = resource;
    if (!list) throw new Error(`The ${noun[1]} have no list.`);
    const { operation } = list;
    const filters = filtersOf(operation, list.filters);
    const { sort, order } = search;
    const sorted = list.columns.some((column) => column.sort && column.sort === sort)
      ? { sort, order: order === 'asc' ? 'asc' : 'desc' }
      : {};
    const filtered = queryOf(filters, search);
    const query = { ...list.query, ...filtered, ...sorted };
    const open = (answer: unknown) => {
      if (!recordPath) return;
      const own = paramsOf(recordPath, answer as Row, params, resource.paramsOf);
      void navigate({ to: recordPath, params: { orgId, ...own } } as never);
    };
    const readAll = () =>
      callOperation(orgId, operation, { params, query }) as unknown as AsyncIterable<Row & { id: string }>;
    const title = capitalized(noun[1]);
    return (
      <Page
        title={title}
        actions={list.actions?.map((action) => (
          <OperationButton
            key={action.label ?? action.operation.id}
            orgId={orgId}
            action={action}
            row={undefined}
            params={params}
            onDone={(answer) => action.opens === 'record' && open(answer)}
          />
        ))}
      >
        <List
          label={title}
          filters={<ResourceFilters filters={filters} />}
          end={<CsvButton orgId={orgId} operation={operation} params={params} query={query} />}
          queryKey={readKey(orgId, operation, params, query)}
          read={pageReader<Row & { id: string }>(orgId, operation, params, query, 100)}
          readAll={list.columns.some(({ csv }) => csv) ? readAll : undefined}
          {...(list.names ? { names: list.names } : {})}
          columns={linkedColumns(list, orgId, params, recordPath, resource.paramsOf)}
          empty={
            <Empty
              title={Object.keys(filtered).length > 0 ? `No ${noun[1]} match these filters` : list.empty}
            />
          }
        />
      </Page>
    );
  };
