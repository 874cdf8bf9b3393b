import {
  type Connection,
  type Connector,
  completedChange,
  type MarketplaceAdapter,
  type OptionalOperation,
} from '../src/marketplaces/index.ts';
import { capabilitiesOf } from '../src/marketplaces/sandbox/capabilities.ts';
import type { Reply, TestApp, TestOrganization } from './harness.ts';

type Answers = {
  // biome-ignore lint/suspicious/noExplicitAny: answers of operations of many types
  [Name in keyof MarketplaceAdapter]?: (connection: Connection, ...given: any[]) => unknown;
};

/** A marketplace connector for PROD organizations whose responses a test defines. */
export type ConnectorDouble = Connector & {
  /** The responses that the test defines; defaults to the responses of an empty marketplace. */
  answers: Answers;
  /** The settings from which adapters were created. */
  connections: Connection[];
  calls: { operation: string; connection: Connection; given: unknown[] }[];
  /** Clears the recorded state. */
  reset(): void;
};

const optional = [
  'verifyCredentials',
  'findOffer',
  'pullNotifications',
  'acknowledgeNotifications',
] as const satisfies readonly OptionalOperation[];
const others = ['createOffer', 'readOffer', 'readAgreement', 'cancelOffer', 'verifyNotification'] as const;

export function createConnectorDouble(): ConnectorDouble {
  const double: ConnectorDouble = {
    answers: {},
    connections: [],
    calls: [],
    reset: () => {
      double.answers = {};
      double.connections = [];
      double.calls = [];
    },
    describe: () => capabilitiesOf('MKA'),
    operations: optional,
    connect: (connection) => {
      double.connections.push(connection);
      const members = [...optional, ...others].map((operation) => [
        operation,
        async (...given: unknown[]) => {
          double.calls.push({ operation, connection, given });
          return (double.answers[operation] ?? usual[operation])?.(connection, ...given);
        },
      ]);
      return Object.fromEntries(members) as MarketplaceAdapter;
    },
    setup: ({ externalId, landingUrl, notificationUrl }) => ({
      values: [
        { name: 'External id', label: 'External id', value: externalId, description: 'Of the role.' },
        { name: 'Landing page', label: 'Landing page', value: landingUrl, description: 'Of the listing.' },
        {
          name: 'Notifications',
          label: 'Notifications',
          value: notificationUrl,
          description: 'Of the topic.',
        },
      ],
      steps: '1. Make the role.',
    }),
  };
  return double;
}

const usual: Answers = {
  verifyCredentials: () => ({ verified: true }),
  createOffer: () => completedChange('offer-there'),
  pullNotifications: () => [],
};

/** Returns the calls for an organization's integration with marketplace A. */
export function integrationOf(app: TestApp, org: TestOrganization, partner = 'MKA') {
  const call = (method: string, path = '', body?: unknown): Promise<Reply> =>
    app.request(method, `/org/${org.id}/integration${path}`, {
      token: org.token,
      ...(body === undefined ? {} : { body }),
    });
  const place = `/${partner}/MARKETPLACE`;
  return {
    create: (credentials: object, info: object = {}) => call('POST', '', { partner, credentials, info }),
    change: (body: object) => call('PATCH', place, body),
    remove: () => call('DELETE', place),
    read: () => call('GET', place),
    verify: () => call('POST', `${place}/verify`),
    verification: () => call('GET', `${place}/verification`),
    setup: () => call('GET', `${place}/setup`),
    /** Returns the events of the organization's integrations, oldest first. */
    events: async () =>
      (
        await app.database.query(
          `SELECT sequence, action, change, payload, audited FROM event
           WHERE organization_id = $1 AND entity_type = 'INTEGRATION' ORDER BY id`,
          [org.id],
        )
      ).rows as {
        sequence: number;
        action: string;
        change: string | null;
        payload: Record<string, unknown>;
      }[],
    /** Runs scheduled jobs except the given kinds. */
    runWaiting: async (except: readonly string[] = []) => {
      await app.dispatchEvents();
      await app.database.query(
        `UPDATE job SET ready_at = now(), due_at = now(), stands = 'LINE'
         WHERE organization_id = $1 AND finished_at IS NULL AND kind <> ALL ($2)`,
        [org.id, except],
      );
      await app.drainJobs();
      await app.dispatchEvents();
    },
  };
}
