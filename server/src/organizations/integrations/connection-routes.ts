import { type Connectors, integrationWith } from '../../marketplaces/index.ts';
import type { OrgScope } from '../../platform/access/scope.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { readRoute } from '../../platform/http/read-route.ts';
import { route } from '../../platform/http/route.ts';
import { recordEncoder } from '../../platform/records/encode.ts';
import { IntegrationSetup, IntegrationVerification } from './connection-records.ts';
import { integrationErrors } from './errors.ts';
import { ensureExternalId } from './external-ids.ts';
import { nameOf, one } from './path.ts';
import type { Name } from './store.ts';

const encodeVerification = recordEncoder([
  ['id', 'id', 'text'],
  ['partner', 'partner', 'text'],
  ['service', 'service', 'text'],
  ['status', 'status', 'text'],
  ['statusMessage', 'status_message', 'text'],
  ['lastVerifyTime', 'last_verify_time', 'time'],
  ['checks', 'checks', 'json'],
  ['account', 'account', 'text'],
  ['secretEndTime', 'secret_end_time', 'time'],
  ['health', 'health', 'text'],
  ['streams', 'streams', 'json'],
  ['waitingJobs', 'waiting_jobs', 'number'],
]);

const shownTime = (column: string) =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** What is behind is so for as long as nothing was answered; else by what last came. */
const lag = `CASE WHEN s.failing_since IS NULL THEN s.lag_ms
  ELSE greatest(0, round(extract(epoch FROM $4::timestamptz - s.failing_since) * 1000)) END`;

const selectVerification = (scope: OrgScope, { partner, service }: Name): Statement => ({
  name: 'select_integration_verification',
  text: `SELECT i.id, i.partner, i.service, i.status, i.status_message, i.last_verify_time,
           coalesce(i.checks::text, '[]') AS checks, i.account, i.secret_end_time, i.health,
           (SELECT coalesce(json_agg(json_strip_nulls(json_build_object(
              'stream', s.stream, 'lastSuccessTime', ${shownTime('s.last_success_time')},
              'failingSince', ${shownTime('s.failing_since')}, 'lagMs', ${lag}, 'lastError', s.last_error,
              'lastErrorTime', ${shownTime('s.last_error_time')})) ORDER BY s.stream)::text, '[]')
            FROM integration_stream s
            WHERE s.organization_id = i.organization_id AND s.integration_id = i.id) AS streams,
           CASE WHEN i.service = 'MARKETPLACE' THEN (SELECT count(*) FROM (
             SELECT FROM job j
             WHERE j.organization_id = $1 AND j.waits_for = $5 AND j.finished_at IS NULL LIMIT 10000) w)
           END AS waiting_jobs
         FROM integration i WHERE i.organization_id = $1 AND i.partner = $2 AND i.service = $3`,
  values: [scope.organizationId, partner, service, scope.now, integrationWith(partner)],
});

/** The last verification of an integration, with how its calls fare. */
export const verificationRoute = readRoute({
  ...one,
  path: `${one.path}/verification`,
  operationId: 'getIntegrationVerification',
  summary: 'Get what the last verification of an integration found',
  description:
    'What was tried at the partner, one by one, and how the calls of each kind fare. An integration that was verified ' +
    'once is verified each hour by itself.',
  access: 'integrations:read',
  response: IntegrationVerification,
  responseDescription: 'The verification',
  select: (scope, params) => selectVerification(scope, nameOf({ params })),
  missing: integrationErrors.integration_not_found,
  encode: encodeVerification,
});

export type SetupDeps = {
  connectors: Connectors;
  randomBytes: (size: number) => Buffer;
  baseUrl: () => string;
};

/** What is to be entered at a partner. The external id is made when it is asked for first. */
export const setupRoute = ({ connectors, randomBytes, baseUrl }: SetupDeps) =>
  route({
    ...one,
    method: 'GET',
    path: `${one.path}/setup`,
    operationId: 'getIntegrationSetup',
    summary: 'Get what is to be done at the partner before it lets us in',
    description:
      'The values to enter there, and the steps. The integration need not be there yet. The external id is made by the ' +
      'service, for this organization alone, and stays the same.',
    access: 'integrations:read',
    response: IntegrationSetup,
    responseDescription: 'The values and steps',
    errors: [integrationErrors.setup_not_found.definition],
    run: {
      kind: 'transaction',
      handle: async (scope, request) => {
        const { partner, service } = nameOf(request);
        const connector = service === 'MARKETPLACE' ? connectors.get(partner) : undefined;
        if (!connector) throw integrationErrors.setup_not_found();
        const { organizationId } = scope;
        const { values, steps } = connector.setup({
          externalId: await ensureExternalId(scope, randomBytes, partner),
          landingUrl: `${baseUrl()}/public/signup/${partner}/orgId/${organizationId}`,
          notificationUrl: `${baseUrl()}/marketplaces/${partner}/notifications/${organizationId}`,
        });
        return { body: { values: [...values], steps } };
      },
    },
  });
