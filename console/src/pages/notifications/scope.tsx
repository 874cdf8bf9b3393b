import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { answerOf, type NotificationConfigInfo } from '@tradepost/sdk';
import { lazy, Suspense } from 'react';
import { tradepost } from '../../api.ts';
import {
  getNotificationConfigInfo,
  updateNotificationConfigInfo,
} from '../../generated/notificationConfigInfo.ts';
import { sendTestNotification } from '../../generated/notificationTemplate.ts';
import { useOrganization } from '../../organization.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { scopeName } from '../../ui/deeds.ts';
import type { Action } from '../../ui/operation/action.ts';
import { OperationButton } from '../../ui/operation/button.tsx';
import type { OperationField } from '../../ui/operation/operation.ts';
import { Page } from '../../ui/page.tsx';
import { PathLink } from '../../ui/resource/index.ts';
import { readKey } from '../../ui/resource/read.ts';
import { Failure, Loading } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { TemplatePreview } from './preview.tsx';

const OperationForm = lazy(async () => ({
  default: (await import('../../ui/operation/form.tsx')).OperationForm<NotificationConfigInfo>,
}));

const all = 'emailNotificationScopeEventConfigs';

/** The fields of an event's settings, in their order. */
const fieldsOf = (groups: readonly string[]): (OperationField & { label: string })[] => [
  { name: 'roleGroups', label: 'Notified groups', kind: 'choices', options: [...groups] },
  {
    name: 'recipients',
    label: 'Notified addresses',
    kind: 'texts',
    help: 'Addresses, or fields of the record that contain an address. Without groups and addresses, admins and editors are notified.',
  },
  { name: 'ccRecipients', label: 'Copies to', kind: 'texts' },
  { name: 'bccRecipients', label: 'Hidden copies to', kind: 'texts' },
  { name: 'senderEmail', label: 'Sender', kind: 'text', help: 'Empty: the default sender.' },
  { name: 'subjectOverride', label: 'Subject', kind: 'text', help: 'Empty: the default subject.' },
  {
    name: 'templateOverride',
    label: 'Text',
    kind: 'longText',
    help: 'HTML with placeholders such as {{ name }}. Empty: the default text.',
  },
];

function actionOf(config: NotificationConfigInfo, scope: string): Action<NotificationConfigInfo> {
  const entity = scope.split('.')[1] ?? '';
  const groups = (config.roleGroupOptionsByEntityType as Record<string, string[]> | undefined)?.[entity];
  const fields = fieldsOf(groups ?? []);
  const pathOf = (name: string) => `${all}/${scope}/${name}`;
  return {
    operation: {
      ...updateNotificationConfigInfo,
      fields: [{ name: all, kind: 'record', fields: [{ name: scope, kind: 'record', fields }] }],
    },
    fields: fields.map(({ name }) => pathOf(name)),
    labels: Object.fromEntries(fields.map(({ name, label }) => [pathOf(name), label])),
    help: '',
    submit: 'Save',
    start: { [all]: { [scope]: config[all]?.[scope] ?? {} } },
    Preview: ({ orgId, values }) => <TemplatePreview orgId={orgId} scope={scope} values={values} />,
  };
}

/** The settings of an event: its recipients, and the mail with a preview. */
export function NotificationScopePage() {
  const { orgId, scope } = useParams({ from: paths.notificationScope });
  const { missingPermission } = useOrganization(orgId);
  const { data, error, refetch } = useQuery({
    queryKey: readKey(orgId, getNotificationConfigInfo, {}),
    queryFn: ({ signal }) => tradepost.in(orgId).notificationConfigInfo.get({ signal }),
  });
  const reason = missingPermission('organization:write');
  const etag = data && answerOf(data)?.etag;
  return (
    <Page
      title={scopeName(scope)}
      crumbs={[
        <PathLink key="all" path={paths.notifications} params={{ orgId }}>
          Notifications
        </PathLink>,
      ]}
      actions={
        <OperationButton
          orgId={orgId}
          action={{
            operation: sendTestNotification,
            label: 'Send a test mail',
            submit: 'Send',
            help: 'Sends the saved mail about an example record to you, or to other members.',
            fields: ['recipients', 'audience'],
            labels: { recipients: 'Addresses of members; by default your own' },
            omit: ['subjectOverride', 'templateOverride'],
            preset: { scope },
            done: 'The test mail is on its way; see the sent messages.',
          }}
          row={undefined}
        />
      }
    >
      {error && <Failure error={error} again={() => void refetch()} />}
      {!data && !error && <Loading lines={8} />}
      {data && (
        <Card title="Recipients and mail">
          {reason && <p className="text-quiet">{reason}</p>}
          <Suspense fallback={<Loading lines={8} />}>
            <OperationForm
              key={etag}
              orgId={orgId}
              action={actionOf(data, scope)}
              row={data}
              params={{}}
              ifMatch={etag}
              onDone={() => toast('The settings are saved.')}
            />
          </Suspense>
        </Card>
      )}
    </Page>
  );
}
