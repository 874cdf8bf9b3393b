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
import { Button } from '../../ui/controls.tsx';
import { scopeName } from '../../ui/deeds.ts';
import { Switch } from '../../ui/inputs.tsx';
import { OperationButton } from '../../ui/operation/button.tsx';
import { Facts, Page } from '../../ui/page.tsx';
import { PathButton, PathLink } from '../../ui/resource/index.ts';
import { readKey } from '../../ui/resource/read.ts';
import { ShortTable } from '../../ui/short-table.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { Badge } from '../../ui/status.tsx';
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
            Event log
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
          {!data.enableEmailNotification && <MailIsOff orgId={orgId} />}
          <General orgId={orgId} config={data} />
          <Scopes orgId={orgId} config={data} />
        </>
      )}
    </Page>
  );
}

/** The notice while members get no mail, with the button that turns the mail on. */
function MailIsOff({ orgId }: { orgId: string }) {
  const { missingPermission } = useOrganization(orgId);
  const change = useChange(orgId, () =>
    tradepost.in(orgId).notificationConfigInfo.update({ enableEmailNotification: true }),
  );
  return (
    <Callout
      kind="info"
      title="Members get no mail"
      fix={
        <Button
          reason={missingPermission('organization:write')}
          disabled={change.isPending}
          onClick={() => change.send()}
        >
          Turn on
        </Button>
      }
    >
      <p>Mail to members is off for all events. Webhooks are independent of this setting.</p>
      {change.error && <Failure error={change.error} />}
    </Callout>
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
  <Card title="Mail to members by event" isFlush>
    <ShortTable
      label="Events"
      isFlush
      rows={config.allEmailNotificationScopes ?? []}
      keyOf={(scope) => scope}
      columns={[
        {
          name: 'Event',
          cell: (scope) => (
            <PathLink path={paths.notificationScope} params={{ orgId, scope }}>
              {scopeName(scope)}
            </PathLink>
          ),
        },
        { name: 'Mail', cell: (scope) => <ScopeSwitch orgId={orgId} config={config} scope={scope} /> },
        {
          name: 'Recipients',
          cell: (scope) => {
            const own = config.emailNotificationScopeEventConfigs?.[scope];
            return (
              <>
                {recipientsOf(own)}{' '}
                {(own?.subjectOverride || own?.templateOverride) && <Badge>Own text</Badge>}
              </>
            );
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
  const reason =
    missingPermission('organization:write') ??
    (config.enableEmailNotification ? undefined : 'Mail to members is off for all events.');
  return (
    <>
      <div className="-my-0.75">
        <Switch
          label={isOn ? (config.enableEmailNotification ? 'On' : 'Paused') : 'Off'}
          checked={isOn}
          reason={reason}
          onChange={(next) => change.send(next)}
        />
      </div>
      {change.error && <Failure error={change.error} />}
    </>
  );
}
