import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { answerOf, type NotificationConfigInfo } from '@tradepost/sdk';
import { tradepost } from '../../api.ts';
import {
  getNotificationConfigInfo,
  updateNotificationConfigInfo,
} from '../../generated/notificationConfigInfo.ts';
import { useOrganization } from '../../organization.ts';
import { paths } from '../../paths.ts';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { useChange } from '../../ui/change.ts';
import { Switch } from '../../ui/inputs.tsx';
import { OperationButton } from '../../ui/operation/button.tsx';
import { Facts, Page } from '../../ui/page.tsx';
import { PathButton, PathLink } from '../../ui/resource/index.ts';
import { readKey } from '../../ui/resource/read.ts';
import { ShortTable } from '../../ui/short-table.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { inWords, nameOf } from '../../ui/words.ts';
import { recipientsOf } from './recipients.ts';

const labels = {
  enableEmailNotification: 'Members are notified by e-mail',
  enableExpireSoonOfferWorkflowNotification: 'Notices before offers expire',
  daysToExpireSoonOfferWorkflowNotification: 'Days before an offer expires',
  disableEmailNotificationOnOfferReady: 'Buyers get no mail when an offer is ready',
  enableWebhookNotification: 'Webhooks are limited to some products',
  webhookProductWhitelist: 'Products whose events are sent by webhook',
};

/** The settings of notifications: the general settings, and each event with its recipients and its mail. */
export function NotificationsPage() {
  const { orgId } = useParams({ from: paths.notifications });
  const { data, error, refetch } = useQuery({
    queryKey: readKey(orgId, getNotificationConfigInfo, {}),
    queryFn: ({ signal }) => tradepost.in(orgId).notificationConfigInfo.get({ signal }),
  });
  return (
    <Page
      title="Notifications"
      actions={
        <>
          <PathButton path={paths.notificationEvents} params={{ orgId }}>
            Events
          </PathButton>
          <PathButton path={paths.notificationMessages} params={{ orgId }}>
            Sent messages
          </PathButton>
        </>
      }
    >
      {error && <Failure error={error} again={() => void refetch()} />}
      {!data && !error && <Loading lines={8} />}
      {data && (
        <>
          {!data.enableEmailNotification && (
            <Callout kind="info" title="Members get no mail">
              <p>Edit the general settings to notify members by e-mail. Webhooks are independent of this.</p>
            </Callout>
          )}
          <General orgId={orgId} config={data} />
          <Scopes orgId={orgId} config={data} />
        </>
      )}
    </Page>
  );
}

type Props = { orgId: string; config: NotificationConfigInfo };

const General = ({ orgId, config }: Props) => (
  <Card
    title="General"
    actions={
      <OperationButton
        orgId={orgId}
        action={{
          operation: updateNotificationConfigInfo,
          label: 'Edit',
          help: 'These settings apply to all events.',
          omit: ['emailNotificationScopeEventConfigs'],
          labels,
        }}
        row={config}
        ifMatch={answerOf(config)?.etag}
      />
    }
  >
    <Facts
      of={[
        ['Mail to members', config.enableEmailNotification ? 'On' : 'Off'],
        ['Mail to buyers about offers', config.disableEmailNotificationOnOfferReady ? 'Off' : 'On'],
        [
          'Notices before offers expire',
          config.enableExpireSoonOfferWorkflowNotification
            ? `${config.daysToExpireSoonOfferWorkflowNotification} days before`
            : 'Off',
        ],
        ['Sender', config.defaultSenderEmail],
        [
          'Webhooks',
          config.enableWebhookNotification
            ? `Limited to the products ${(config.webhookProductWhitelist ?? []).join(', ') || '(none)'}`
            : 'For all products',
        ],
      ]}
    />
  </Card>
);

/** The matrix of events: whether members are notified, who is notified, and whether the mail is changed. */
const Scopes = ({ orgId, config }: Props) => (
  <Card title="Events" isFlush>
    <ShortTable
      label="Events"
      isFlush
      rows={config.allEmailNotificationScopes ?? []}
      keyOf={(scope) => scope}
      columns={[
        { name: 'Record', cell: (scope) => nameOf(scope.split('.')[1]) },
        {
          name: 'Event',
          cell: (scope) => (
            <PathLink path={paths.notificationScope} params={{ orgId, scope }}>
              {inWords(scope.split('.')[0] ?? '')}
            </PathLink>
          ),
        },
        { name: 'Mail', cell: (scope) => <ScopeSwitch orgId={orgId} config={config} scope={scope} /> },
        {
          name: 'Recipients',
          cell: (scope) => recipientsOf(config.emailNotificationScopeEventConfigs?.[scope]),
        },
        {
          name: 'Text',
          cell: (scope) => {
            const { subjectOverride, templateOverride } =
              config.emailNotificationScopeEventConfigs?.[scope] ?? {};
            return subjectOverride || templateOverride ? 'Your own' : 'Default';
          },
        },
      ]}
    />
  </Card>
);

function ScopeSwitch({ orgId, config, scope }: Props & { scope: string }) {
  const { missingPermission } = useOrganization(orgId);
  const change = useChange(orgId, (enabled: boolean) =>
    tradepost
      .in(orgId)
      .notificationConfigInfo.update({ emailNotificationScopeEventConfigs: { [scope]: { enabled } } }),
  );
  const isOn = config.emailNotificationScopeEventConfigs?.[scope]?.enabled !== false;
  return (
    <>
      <Switch
        label={isOn ? 'On' : 'Off'}
        checked={isOn}
        reason={missingPermission('organization:write')}
        onChange={(next) => change.send(next)}
      />
      {change.error && <Failure error={change.error} />}
    </>
  );
}
