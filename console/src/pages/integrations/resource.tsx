import { getIntegration, listIntegrations } from '../../generated/integrations.ts';
import { paths } from '../../paths.ts';
import { Callout } from '../../ui/callout.tsx';
import { Marketplace } from '../../ui/marketplace.tsx';
import { marketplaceName } from '../../ui/marketplaces.ts';
import { resourcePages } from '../../ui/resource/index.ts';
import { Status } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import { nameOf } from '../../ui/words.ts';
import { connectActions, type Integration, recordActions } from './actions.ts';
import { IntegrationSetup } from './setup.tsx';
import { Verification } from './verification.tsx';

const health = (of: Integration['health']): string | undefined =>
  of &&
  (of === 'GOOD' ? 'The service responds.' : 'The service has not responded for ten minutes or longer.');

export const { ListPage, RecordPage } = resourcePages<Integration>({
  noun: ['integration', 'integrations'],
  path: paths.integrations,
  recordPath: paths.integration,
  paramsOf: ({ partner, service }) => ({ partner, service }),
  list: {
    operation: listIntegrations,
    columns: [
      { name: 'Partner', width: 'marketplace', cell: ({ partner }) => <Marketplace of={partner} /> },
      { name: 'Service', cell: ({ service }) => nameOf(service) },
      { name: 'Status', width: 'state', cell: ({ status }) => <Status of={status} /> },
      {
        name: 'Problem',
        cell: ({ statusMessage, health: of }) => statusMessage || (of === 'BAD' && health(of)),
      },
      { name: 'Verified', width: 'time', cell: ({ lastVerifyTime }) => <Time at={lastVerifyTime} /> },
    ],
    empty:
      'No integrations yet. Connect a marketplace to sell there, or a payment provider for direct sales.',
    actions: connectActions,
  },
  record: {
    operation: getIntegration,
    title: ({ partner, service }) =>
      service === 'MARKETPLACE'
        ? marketplaceName(partner)
        : `${marketplaceName(partner)}: ${nameOf(service).toLowerCase()}`,
    status: ({ status }) => status,
    notice: ({ status, statusMessage }) =>
      status === 'NOT_VERIFIED' && (
        <Callout kind="error" title="The service does not accept the credentials">
          <p>{statusMessage || 'See the checks.'} Correct the settings, then verify the integration.</p>
        </Callout>
      ),
    facts: [
      { name: 'Partner', cell: ({ partner }) => <Marketplace of={partner} /> },
      { name: 'Service', cell: ({ service }) => nameOf(service) },
      { name: 'Health', cell: ({ health: of }) => health(of) },
      { name: 'Verified', cell: ({ lastVerifyTime: at }) => (at ? <Time at={at} /> : 'Not yet') },
      { name: 'Secrets expire', cell: ({ secretEndTime: at }) => at && <Time at={at} /> },
      { name: 'Credentials', cell: ({ credentials }) => Object.keys(credentials ?? {}).join(', ') },
    ],
    actions: recordActions,
    sections: [
      { title: 'Checks', Content: Verification },
      { title: 'Setup', tab: 'Setup', Content: IntegrationSetup },
    ],
    timeline: 'INTEGRATION',
  },
});
