import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { answerOf, type Action as ServiceAction } from '@tradepost/sdk';
import type { ReactNode } from 'react';
import { Card } from '../card.tsx';
import { CopyId } from '../copy-id.tsx';
import type { Action } from '../operation/action.ts';
import { OperationButton } from '../operation/button.tsx';
import { callOperation } from '../operation/call.ts';
import { OperationMenu } from '../operation/menu.tsx';
import { labelOf } from '../operation/words.ts';
import { Columns, type Fact, Facts, Page } from '../page.tsx';
import { PageTabs } from '../page-tabs.tsx';
import { Failure, Loading } from '../states.tsx';
import { Status } from '../status.tsx';
import { useTab } from '../tabs.tsx';
import { Time } from '../time.tsx';
import { Timeline } from '../timeline.tsx';
import { PathLink } from './links.tsx';
import { readKey, unfinishedMs } from './read.ts';
import type { Resource } from './resource.ts';
import { Section } from './section.tsx';

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
    return (
      <Page
        title={page.title(data)}
        {...(crumb ? { crumbs: [crumb] } : {})}
        status={typeof status === 'string' ? <Status of={status} /> : status}
        summary={page.summary?.(data)}
        actions={<RecordActions {...part} />}
        lead={page.notice?.(data)}
        {...(tabs.length > 1 ? { tabs } : {})}
      >
        {!resource.list && <PageTabs orgId={orgId} path={path} />}
        {tab === overview && <Overview {...part} />}
        {sections
          .filter((section) => labelOf(section.tab ?? overview) === labelOf(tab))
          .map((section) =>
            'Content' in section ? (
              <section.Content key={section.title} orgId={orgId} params={params} record={data} />
            ) : (
              <Section key={section.title} section={section} orgId={orgId} params={params} record={data} />
            ),
          )}
        {tab === activity && page.timeline && (
          <Timeline orgId={orgId} entityType={page.timeline} entityId={Object.values(params).at(-1) ?? ''} />
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

/** The facts of a record, with its id and times at the side. */
function Overview<Row>({ resource, orgId, params, record }: PartProps<Row>) {
  const facts = (resource.record?.facts ?? []).map(
    ({ name, cell }): Fact => [name, cell(record, { orgId, params })],
  );
  const side = sideOf(Object(record));
  const card = facts.some(([, value]) => value) && (
    <Card title="Details">
      <Facts of={facts} />
    </Card>
  );
  if (side.length === 0) return card;
  return (
    <Columns
      side={
        <Card>
          <Facts isNarrow of={side} />
        </Card>
      }
    >
      {card}
    </Columns>
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

/** The number of actions above which the last ones are in a menu. */
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
  const buttons = shown.length > most ? shown.slice(0, most - 1) : shown;
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
        actions={shown.slice(buttons.length)}
        reasonOf={({ operation }) => reasonOf(operation.id)}
        onDone={leave}
      />
    </>
  );
}
