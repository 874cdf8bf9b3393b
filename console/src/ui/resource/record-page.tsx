import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { answerOf, type Action as ServiceAction } from '@tradepost/sdk';
import { Row } from '../controls.tsx';
import { OperationButton } from '../operation/button.tsx';
import { callOperation } from '../operation/operation.ts';
import { Facts, Page } from '../page.tsx';
import { Failure, Loading } from '../states.tsx';
import { Status } from '../status.tsx';
import { Timeline } from '../timeline.tsx';
import { readKey } from './read.ts';
import type { Resource } from './resource.ts';
import { Section } from './section.tsx';

/** Creates the page of a noun's record. */
export const recordPage = <Row,>(resource: Resource<Row>) =>
  function RecordPage() {
    const { orgId = '', ...params } = useParams({ strict: false }) as Record<string, string>;
    const { record: page } = resource;
    if (!page) throw new Error(`The ${resource.noun[0]} has no page.`);
    const { operation } = page;
    const { data, error, refetch } = useQuery({
      queryKey: readKey(orgId, operation, params),
      queryFn: ({ signal }) => callOperation(orgId, operation, { params, signal }) as Promise<Row>,
    });
    if (error && data === undefined) return <Failure error={error} again={() => void refetch()} />;
    if (data === undefined) return <Loading />;
    const status = page.status?.(data);
    const facts = page.facts.map(({ name, cell }) => [name, cell(data, { orgId, params })] as const);
    return (
      <Page title={page.title(data)} actions={status ? <Status of={status} /> : undefined}>
        <RecordActions resource={resource} orgId={orgId} params={params} record={data} />
        <Facts of={facts} />
        {page.sections?.map((section) =>
          'Content' in section ? (
            <section key={section.title}>
              <h2>{section.title}</h2>
              <section.Content orgId={orgId} params={params} record={data} />
            </section>
          ) : (
            <Section key={section.title} section={section} orgId={orgId} params={params} record={data} />
          ),
        )}
        {page.timeline && (
          <Timeline orgId={orgId} entityType={page.timeline} entityId={Object.values(params).at(-1) ?? ''} />
        )}
      </Page>
    );
  };

type ActionsProps<Row> = {
  resource: Resource<Row>;
  orgId: string;
  params: Record<string, string>;
  record: Row;
};

/** The actions on a record. The service returns the reasons for unavailable actions, if it can list them. */
function RecordActions<Row>({ resource, orgId, params, record }: ActionsProps<Row>) {
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
  const leave = () =>
    resource.path && void navigate({ to: resource.path, params: { orgId, ...params } } as never);
  return (
    <Row>
      {actions
        .filter((action) => !action.isHidden?.(record))
        .map((action) => (
          <OperationButton
            key={action.label ?? action.operation.id}
            orgId={orgId}
            action={action}
            row={record}
            params={params}
            ifMatch={answerOf(record)?.etag}
            reason={reasonOf(action.operation.id)}
            onDone={() => action.opens === 'list' && leave()}
          />
        ))}
    </Row>
  );
}
