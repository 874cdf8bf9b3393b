import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { answerOf, type Action as ServiceAction } from '@tradepost/sdk';
import { lazy, type ReactNode, Suspense } from 'react';
import { Card } from '../card.tsx';
import { CopyId } from '../copy-id.tsx';
import type { Action } from '../operation/action.ts';
import { OperationButton } from '../operation/button.tsx';
import { callOperation } from '../operation/call.ts';
import { OperationMenu } from '../operation/menu.tsx';
import { labelOf } from '../operation/words.ts';
import { type Fact, Facts, Page } from '../page.tsx';
import { PageTabs } from '../page-tabs.tsx';
import { Failure, Loading } from '../states.tsx';
import { Status } from '../status.tsx';
import { useTab } from '../tabs.tsx';
import { Time } from '../time.tsx';
import { PathLink } from './links.tsx';
import { readKey, unfinishedMs } from './read.ts';
import type { Resource } from './resource.ts';
import { Section } from './section.tsx';

const Timeline = lazy(async () => ({ default: (await import('../timeline.tsx')).Timeline }));

type PartProps<Row> = {
  resource: Resource<Row>;
  orgId: string;
  params: Record<string, string>;
  record: Row;
};

/** Creates the page of a noun's record. */
export const recordPage = <Row,>(resource: Resource<Row>) =>
  function RecordPage() {
    const { orgId = '', ...params } = useParams({ strict: false }) as Record<string, string>;
    const { record: page, path, noun } = resource;
    if (!page) throw new Error(`The ${noun[0]} has no page.`);
    const { operation, query, sections = [] } = page;
    const tabs = tabsOf(resource);
    const tab = useTab(tabs);
    const { data, error, refetch } = useQuery({
      queryKey: readKey(orgId, operation, params),
      queryFn: ({ signal }) =>
        callOperation(orgId, operation, { params, query: query ?? {}, signal }) as Promise<Row>,
      refetchInterval: ({ state }) =>
        page.isUnfinished !== undefined &&
        state.data !== undefined &&
        page.isUnfinished(state.data) &&
        unfinishedMs,
    });
    if (error && data === undefined) return <Failure error={error} again={() => void refetch()} />;
    if (data === undefined) return <Loading />;
    const status = page.status?.(data, { orgId, params });
    const part = { resource, orgId, params, record: data };
    const crumb = path && (resource.list || resource.recordPath) && (
      <PathLink path={path} params={{ orgId, ...params }}>
        {noun[1].charAt(0).toUpperCase() + noun[1].slice(1)}
      </PathLink>
    );
    const contents = sections
      .filter((section) => labelOf(section.tab ?? overview) === labelOf(tab))
      .map((section) =>
        'Content' in section ? (
          <Suspense key={section.title} fallback={<Loading />}>
            <section.Content orgId={orgId} params={params} record={data} />
          </Suspense>
        ) : (
          <Section key={section.title} section={section} orgId={orgId} params={params} record={data} />
        ),
      );
    return (
      <Page
        title={page.title(data)}
        {...(crumb ? { crumbs: [crumb] } : {})}
        status={typeof status === 'string' ? <Status of={status} /> : status}
        summary={page.summary?.(data, { orgId, params })}
        actions={<RecordActions {...part} />}
        lead={page.notice?.(data, { orgId, params })}
        {...(tabs.length > 1 ? { tabs } : {})}
      >
        {!resource.list && <PageTabs orgId={orgId} path={path} />}
        {tab === overview ? <Overview {...part}>{contents}</Overview> : contents}
        {tab === activity && page.timeline && (
          <Suspense fallback={<Loading />}>
            <Timeline
              orgId={orgId}
              entityType={page.timeline}
              entityId={Object.values(params).at(-1) ?? ''}
            />
          </Suspense>
        )}
      </Page>
    );
  };

const [overview, activity] = ['overview', 'activity'];

/** Returns the tabs of a record's page: the overview, the tabs of its sections, and its activity. */
function tabsOf<Row>({ record }: Resource<Row>) {
  const named = (record?.sections ?? []).flatMap(({ tab }) => tab ?? []);
  const names = [overview, ...new Set(named), ...(record?.timeline ? [activity] : [])];
  return names.map((name) => ({ name: name.toLowerCase(), label: labelOf(name) }));
}

/** The facts and sections of a record, with its id and times at the side or, on narrow screens, at the end. */
function Overview<Row>({
  resource,
  orgId,
  params,
  record,
  children,
}: PartProps<Row> & { children: ReactNode }) {
  const facts = (resource.record?.facts ?? []).map(
    ({ name, cell }): Fact => [name, cell(record, { orgId, params })],
  );
  const side = sideOf(Object(record));
  const card = facts.some(([, value]) => value) && (
    <Card title="Details">
      <Facts of={facts} />
    </Card>
  );
  if (side.length === 0)
    return (
      <>
        {card}
        {children}
      </>
    );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-[minmax(0,1fr)_19rem]">
      {card}
      <div className="order-last xl:order-none xl:col-start-2">
        <Card>
          <Facts isNarrow of={side} />
        </Card>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 empty:hidden xl:col-span-2">{children}</div>
    </div>
  );
}

type Common = { id?: string; creationTime?: string; lastUpdateTime?: string };

const sideOf = ({ id, creationTime, lastUpdateTime }: Common): Fact[] =>
  (
    [
      ['Identifier', id && <CopyId key="id" of={id} />],
      ['Created', creationTime && <Time key="created" at={creationTime} />],
      ['Last changed', lastUpdateTime && <Time key="changed" at={lastUpdateTime} />],
    ] as [string, ReactNode][]
  ).filter(([, value]) => value);

/** The number of buttons, including the menu of further actions. */
const most = 4;

/** The actions on a record. The service returns the reasons for unavailable actions, if it can list them. */
function RecordActions<Row>({ resource, orgId, params, record }: PartProps<Row>) {
  const navigate = useNavigate();
  const { actions = [], available } = resource.record ?? {};
  const { data: listed } = useQuery({
    queryKey: available ? readKey(orgId, available, params) : ['no actions'],
    queryFn: ({ signal }) =>
      available ? (callOperation(orgId, available, { params, signal }) as Promise<ServiceAction[]>) : [],
    enabled: available !== undefined,
  });
  const reasonOf = (operationId: string): string | undefined => {
    const found = listed?.find((one) => one.operationId === operationId);
    return found && !found.possible ? (found.reason ?? undefined) : undefined;
  };
  const leave = (action: Action<Row>) =>
    action.opens === 'list' &&
    resource.path &&
    void navigate({ to: resource.path, params: { orgId, ...params } } as never);
  const shown = actions.filter((action) => !action.isHidden?.(record));
  const given = { orgId, row: record, params, ifMatch: answerOf(record)?.etag };
  const isInMenu = (action: Action<Row>) => action.isInMenu ?? false;
  const direct = shown.filter((action) => !isInMenu(action));
  const buttons = shown.length > direct.length || direct.length > most ? direct.slice(0, most - 1) : direct;
  return (
    <>
      {buttons.map((action) => (
        <OperationButton
          key={action.label ?? action.operation.id}
          {...given}
          action={action}
          reason={reasonOf(action.operation.id)}
          onDone={() => leave(action)}
        />
      ))}
      <OperationMenu
        {...given}
        actions={[...direct.slice(buttons.length), ...shown.filter(isInMenu)]}
        reasonOf={({ operation }) => reasonOf(operation.id)}
        onDone={leave}
      />
    </>
  );
}
