import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { List } from '../list.tsx';
import { OperationButton } from '../operation/button.tsx';
import { callOperation } from '../operation/call.ts';
import { Page } from '../page.tsx';
import { PageTabs } from '../page-tabs.tsx';
import { Empty } from '../states.tsx';
import { sortOf } from '../table.tsx';
import { linkedColumns } from './columns.tsx';
import { CsvButton } from './csv-button.tsx';
import { defaultedOf, filtersOf, queryOf, ResourceFilters } from './filters.tsx';
import { pageReader, readKey } from './read.ts';
import { paramsOf, type Resource } from './resource.ts';

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Creates the list page of a noun. */
export const listPage = <Row,>(resource: Resource<Row>) =>
  function ListPage() {
    const { orgId = '', ...ofPath } = useParams({ strict: false }) as Record<string, string>;
    const search = useSearch({ strict: false }) as Record<string, string | undefined>;
    const navigate = useNavigate();
    const { list, noun, recordPath } = resource;
    if (!list) throw new Error(`The ${noun[1]} have no list.`);
    const { operation } = list;
    const filters = filtersOf(operation, list.filters);
    const params = { ...ofPath, ...defaultedOf(filters, search) };
    const chosen = queryOf(filters, search);
    const query = { ...list.query, ...chosen, ...sortOf(list.columns, search) };
    const open = (answer: unknown) => {
      if (!recordPath) return;
      const own = paramsOf(recordPath, answer as Row, params, resource.paramsOf);
      void navigate({ to: recordPath, params: { orgId, ...own } } as never);
    };
    const readAll = () =>
      callOperation(orgId, operation, { params, query }) as unknown as AsyncIterable<Row & { id: string }>;
    const title = list.title ?? capitalized(noun[1]);
    const isFiltered = Object.keys(chosen).length > 0;
    return (
      <Page
        title={title}
        actions={
          <>
            {list.Links && <list.Links orgId={orgId} />}
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
          </>
        }
      >
        <PageTabs orgId={orgId} path={resource.path} />
        <List
          summary={list.Summary && <list.Summary orgId={orgId} query={query} />}
          label={title}
          filters={<ResourceFilters filters={filters} />}
          end={<CsvButton orgId={orgId} operation={operation} params={params} query={query} />}
          queryKey={readKey(orgId, operation, params, query)}
          read={pageReader<Row & { id: string }>(orgId, operation, params, query, 100)}
          readAll={list.columns.some(({ csv }) => csv) ? readAll : undefined}
          {...(list.names ? { names: list.names } : {})}
          columns={linkedColumns(list, orgId, params, recordPath, resource.paramsOf)}
          empty={
            <Empty title={isFiltered ? `No ${noun[1]} match these filters` : list.empty}>
              {!isFiltered && list.about && <p className="max-w-lg">{list.about}</p>}
            </Empty>
          }
        />
      </Page>
    );
  };
