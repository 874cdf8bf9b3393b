import { Agent, request as httpRequest } from 'node:http';
import { createConnectorDouble } from '../connector-double.ts';
import { startChat } from '../fakes/chat/server.ts';
import { startTestApp, type TestApp, type TestOrganization, type TestPerson } from '../harness.ts';
import { freePort } from '../process/program.ts';
import { createBillingRecords } from './billing-records.ts';
import { contentType, goodBody, goodRaw } from './bodies.ts';
import { createBuyerRecords } from './buyer-records.ts';
import { createClientRecords } from './client-records.ts';
import { createEntitlementRecords } from './entitlement-records.ts';
import { createFactorRecords } from './factor-records.ts';
import { createFileRecords } from './file-records.ts';
import { createMemberRecords } from './member-records.ts';
import { type NotificationRecords, notificationRecords } from './notification-records.ts';
import { createOfferRecords } from './offer-records.ts';
import { createOfferSetRecords } from './offer-set-records.ts';
import { type FollowedOperation, followed } from './operation-records.ts';
import {
  bodySchema,
  document,
  fillPath,
  isPublic,
  neededQuery,
  type Operation,
  operations,
  type Schema,
} from './operations.ts';
import { createPartnerRecords } from './partner-records.ts';
import { createPaymentRecords, paidRecords } from './payment-records.ts';
import { createPortalRecords, isOfPortal, type PortalRecords } from './portal-records.ts';
import { createProductRecords } from './product-records.ts';
import { createSandboxRecords } from './sandbox-records.ts';
import { disagreements } from './schema-check.ts';
import { createUsageRecords } from './usage-records.ts';
import { createWalletRecords } from './wallet-records.ts';
import { createWebhookRecords } from './webhook-records.ts';
import { createWrittenRecords } from './written-records.ts';

export type SentRequest = {
  operation: Operation;
  path: string;
  raw?: string | Uint8Array;
  headers: Record<string, string>;
};
export type Got = {
  status: number;
  text: string;
  type: string;
  etag?: string | undefined;
  caching: string | undefined;
};
export type RequestResult = SentRequest & {
  got: Got;
  /** Violations of the OpenAPI document. */
  problems: string[];
};

export type Session = {
  app: TestApp;
  org: TestOrganization;
  /** An organization with few records, for the tests of lists and for path parameters. */
  lists: TestOrganization & {
    ids: Readonly<Record<string, string>>;
    portal: PortalRecords;
    member: TestPerson;
  };
  /** Returns the token for a path of the organization. */
  tokenFor(path: string): Promise<string>;
  /** Returns a person with a valid session. */
  person(): TestPerson;
  /** All requests so far, with their responses. */
  tried: RequestResult[];
  /** Returns a valid body of an operation. */
  body(operation: Operation): object;
  /** Returns the encoded body; empty for operations without a body. */
  sent(operation: Operation): { raw?: string };
  /** Calls an operation on records in the required state. */
  call(
    operation: Operation,
    options?: Partial<Pick<SentRequest, 'raw' | 'headers' | 'path'>>,
  ): Promise<RequestResult>;
  repeat(sent: SentRequest): Promise<Got>;
  rowCounts(): Promise<Record<string, number>>;
  stop(): Promise<void>;
};

const problemSchema: Schema = document.components.schemas.Problem ?? {};
const requiredInProblem = ['type', 'title', 'status', 'detail', 'instance', 'code', 'requestId'];

/** Creates an organization with a few records of each type, for the tests of lists. */
async function createLists(app: TestApp, org: TestOrganization): Promise<Session['lists']> {
  const ofProduct = operations.find(({ path }) => path.includes('{productId}')) as Operation;
  const listed = await createRecords(app, org).ids(ofProduct);
  const buyerId = listed.buyerId as string;
  await paidRecords(app, org, buyerId);
  const portal = createPortalRecords(app, org);
  const { channelPartnerId } = await portal.caller();
  const paid = await paidRecords(app, org, buyerId);
  return { ...org, portal, member: await app.person(org.id), ids: { ...listed, ...paid, channelPartnerId } };
}

/**
 * Starts a service with a fake language model and marketplace, at a host name, because passkeys require a
 * host name.
 */
async function startProgram() {
  const chat = await startChat();
  const connectors = new Map([['MKA', createConnectorDouble()]]);
  const port = await freePort();
  const environment = { ...chat.environment, PORT: String(port), BASE_URL: `http://localhost:${port}` };
  return { chat, app: await startTestApp({ environment, connectors }) };
}

export async function startSession(): Promise<Session> {
  const { app, chat } = await startProgram();
  const [org, small] = [await app.organization(), await app.organization()];
  const lists = await createLists(app, small);
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const tried: RequestResult[] = [];
  const portal = createPortalRecords(app, org);
  const others = [createWrittenRecords(app, org), createPartnerRecords(app, org), portal];
  const records = createRecords(app, org, others);
  const members = createMemberRecords(app, org);
  const factors = createFactorRecords(app);
  let person = await app.person();
  const ofPeople = async () => ({ ...(await members.ids()), ...(await factors.ids()) });
  let ids: Readonly<Record<string, string>> = { orgId: org.id, ...(await ofPeople()) };
  const send = (sent: SentRequest) => sendRaw(app.url, agent, sent);
  const callerFor = async (path: string) => (isOfPortal({ path }) ? portal.caller() : org);
  return {
    app,
    org,
    lists,
    tried,
    tokenFor: async (path) => (await callerFor(path)).token,
    person: () => person,
    body: (operation) => goodBody(operation, ids),
    sent: (operation) => {
      const raw = goodRaw(operation, ids, () => goodBody(operation, ids));
      return raw === undefined ? {} : { raw };
    },
    call: async (operation, options = {}) => {
      ids = { ...(await records.ids(operation)), ...(await ofPeople()), sessionId: person.sessionId };
      const caller =
        members.caller(operation) ??
        (await factors.caller(operation)) ??
        (operation.path.startsWith('/user/') ? person : await callerFor(operation.path));
      const filled = fillPath(operation.path, { ...ids, ...members.own(operation) });
      const path = options.path ?? `${filled}${neededQuery(operation, ids)}`;
      const headers = {
        authorization: `Bearer ${caller.token}`,
        'content-type': contentType(operation),
        ...options.headers,
      };
      const sent: SentRequest = {
        operation,
        path,
        headers,
        ...(options.raw === undefined ? {} : { raw: options.raw }),
      };
      const got = await send(sent);
      if (got.status === 200) {
        records.used(operation);
        for (const { used } of [members, factors]) used(operation);
      }
      // Both operations end the session.
      if (['signOut', 'deleteMySession'].includes(operation.operationId)) person = await app.person();
      const result = { ...sent, got, problems: problemsOf(operation, got) };
      tried.push(result);
      return result;
    },
    repeat: send,
    rowCounts: () => rowCounts(app),
    stop: async () => {
      agent.destroy();
      await app.stop();
      await chat.stop();
    },
  };
}

/** Returns whether a response is the same for all callers. */
const isShared = ({ operationId }: Operation, status: number): boolean =>
  operationId === 'getKeySet' && status === 200;

/** Lists the undocumented properties of a response: status, shape, content type or caching. */
export function problemsOf(operation: Operation, { status, text, type, caching }: Got): string[] {
  if (caching !== 'no-store' && !isShared(operation, status)) return [`answered Cache-Control: ${caching}`];
  const documented = operation.responses[String(status)];
  if (status >= 500) return [`answered ${status}`];
  if (!documented) return [`answered ${status}, which is not documented`];
  if (!type.startsWith('application/json')) return [`answered ${type}`];
  const body = parsed(text);
  if (body === undefined) return ['answered no JSON'];
  const schema = bodySchema(documented) ?? {};
  const found = disagreements(schema, body, true);
  const isProblem = JSON.stringify(schema).includes('/Problem');
  if (!isProblem) return found;
  const members = Object.keys(body as object);
  const missing = requiredInProblem.filter((name) => !members.includes(name));
  return [...disagreements(problemSchema, body, true), ...missing.map((name) => `${name} is missing`)];
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Sends a request with an unchanged path, without escaping or normalization. */
function sendRaw(url: string, agent: Agent, { operation, path, raw, headers }: SentRequest): Promise<Got> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const length = raw === undefined ? {} : { 'content-length': String(Buffer.byteLength(raw)) };
    const options = {
      hostname,
      port,
      agent,
      path,
      method: operation.method,
      headers: { ...headers, ...length },
    };
    const request = httpRequest(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          text: Buffer.concat(chunks).toString(),
          type: response.headers['content-type'] ?? '',
          etag: response.headers.etag,
          caching: response.headers['cache-control'],
        }),
      );
    });
    request.on('error', reject);
    request.end(raw);
  });
}

/** Places an order with a given quantity at a marketplace, and runs its jobs. */
async function sell(app: TestApp, { id, token }: TestOrganization, quantity: number) {
  const order = await app.request('POST', `/org/${id}/sandbox/order`, {
    token,
    body: { partner: 'MKA', quantity },
  });
  if (order.status !== 200) throw new Error(`/sandbox/order: ${order.text}`);
  await app.drainJobs();
  const path = `/org/${id}/entitlement?externalId=${order.body.externalID}`;
  const [sold] = (await app.request('GET', path, { token })).body;
  return { entitlementId: sold.id as string, entitlementTermId: sold.entitlementTermID as string };
}

type OtherRecords = {
  ids: (operation: Operation) => Promise<Readonly<Record<string, string>>>;
  used: (operation: Operation) => void;
};

/** Provides offers of direct sales, which are immediately pending acceptance, as many as are needed. */
function createRecords(app: TestApp, org: TestOrganization, others: readonly OtherRecords[] = []) {
  let watched: FollowedOperation | undefined;
  let notified: NotificationRecords | undefined;
  let sold: { entitlementId: string; entitlementTermId: string } | undefined;
  const entitlements = createEntitlementRecords(app, org);
  let uses = 0;
  const products = createProductRecords(app, org);
  const buyers = createBuyerRecords(app, org);
  const billing = createBillingRecords(app, org);
  const wallets = createWalletRecords(app, org);
  const payments = createPaymentRecords(app, org);
  const usage = createUsageRecords(app, org);
  const files = createFileRecords(app, org);
  const offers = createOfferRecords(app, org);
  const offerSets = createOfferSetRecords(app, org);
  const webhooks = createWebhookRecords(app, org);
  const sandbox = createSandboxRecords(app, org);
  let changes = 0;
  const clients = createClientRecords(app, org);
  return {
    ids: async (operation: Operation) => {
      sold ??= await sell(app, org, ++uses);
      watched ??= await followed(app, org);
      notified ??= await notificationRecords(app, org);
      const productId = operation.path.includes('{productId}') ? await products.productId(operation) : '';
      const bought = await buyers.ids(operation);
      return {
        orgId: org.id,
        ...(await offers.ids(operation)),
        ...sold,
        productId,
        ...bought,
        ...(await billing.ids(operation)),
        ...(await wallets.ids(bought.buyerId, operation)),
        ...(await usage.ids(operation, () => entitlements.meteredId(bought.buyerId))),
        ...(await files.ids(operation)),
        ...(await offerSets.ids(operation)),
        ...watched,
        ...notified,
        ...(await webhooks.ids(operation)),
        ...(await clients.ids()),
        ...(await sandbox.ids(operation)),
        ...Object.assign({}, ...(await Promise.all(others.map((each) => each.ids(operation))))),
        ...(await entitlements.ids(bought.buyerId, operation)),
        ...(await payments.ids(bought.buyerId, operation)),
      };
    },
    used: (operation: Operation) => {
      const { operationId } = operation;
      products.used(operation);
      buyers.used(operation);
      offers.used(operation);
      clients.used(operationId);
      billing.used(operation);
      wallets.used(operation);
      usage.used(operation);
      files.used(operation);
      entitlements.used(operation);
      offerSets.used(operation);
      webhooks.used(operation);
      sandbox.used(operation);
      for (const each of others) each.used(operation);
      if (operationId === 'sandboxCancelEntitlement') sold = undefined;
      if (operationId === 'cancelOperation') watched = undefined;
      // An entitlement with hundreds of addons would make each further addon slow.
      if (operationId.startsWith('applyAddon') && ++changes % 40 === 0) sold = undefined;
    },
  };
}

async function rowCounts(app: TestApp): Promise<Record<string, number>> {
  const { rows } = await app.database.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') ORDER BY 1`,
  );
  const counts = rows.map(({ name }) => `(SELECT count(*)::int FROM ${name}) AS ${name}`);
  const counted = await app.database.query(`SELECT ${counts.join(', ')}`);
  return counted.rows[0];
}

export const withBody = operations.filter(({ requestBody }) => requestBody?.content?.['application/json']);
export const guardedWithBody = withBody.filter((operation) => !isPublic(operation));
