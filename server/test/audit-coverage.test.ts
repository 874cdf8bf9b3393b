import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isKnown } from '../src/notifications/catalogue.ts';
import { isPublic, type Operation, operations } from './generated/operations.ts';
import { sampled, share } from './generated/sample.ts';
import { parsed, type Session, startSession } from './generated/session.ts';

/** Operations that may succeed without an audit entry for their request, with the reasons. */
const otherwise: Readonly<Record<string, string>> = {
  sandboxOrder: 'changes the sandbox only; the entries follow from its notification',
  createSandboxFault: 'a fault of the sandbox is not a record of the organization',
  deleteSandboxFault: 'a fault of the sandbox is not a record of the organization',
  notifyInvoiceContacts: 'sends mails, changes no record',
  advanceSandboxClock: 'a job advances the clock; jobs that become due write their own entries',
  answerKnowledgeQuestion: 'reads only; its cost is metered',
  validateOffer: 'nothing is written',
  batchValidateUsageRecordGroups: 'nothing is written',
  previewNotificationTemplate: 'nothing is written',
  updateMyMailSettings: 'a preference of one member, which changes no record for others',
  ...Object.fromEntries(
    ['create', 'update', 'delete'].map((verb) => [
      `${verb}MySavedView`,
      'a view of one member, which changes no record for others',
    ]),
  ),
  sendTestNotification: 'sends a mail, changes no record',
  synchronizeOffer: 'a job reads the offer at its marketplace and writes the entry for a change',
  sendOfferNotifications: 'a notice changes no terms; its event is for the notified members',
  synchronizeProduct: 'a job reads the product at its marketplace and writes the entry for a change',
  importProducts: 'a job reads the products of the marketplace and writes an entry for each new one',
  importFromMarketplace: 'a job imports and writes one entry at its end',
  sandboxChangeProduct: 'changes the sandbox only; the product follows by notification',
  syncEntitlement: 'a job reads the agreement and writes the entry for a change',
  getRevenueReport: 'reads only',
  sandboxAcceptOfferSet: 'changes the sandbox only; the offers follow by notification',
  sandboxResellOffer: 'changes the sandbox only; the offers follow by notification',
  sandboxRestrictOffer: 'changes the sandbox only; the offer follows by notification',
  sandboxGrantResaleAuthorization: 'changes the sandbox only; the authorization follows by notification',
  ...Object.fromEntries(
    ['Cancel', 'Suspend', 'Reinstate', 'Renew']
      .map((verb) => `sandbox${verb}Entitlement`)
      .concat('sandboxChangeEntitlementQuantity', 'sandboxChangeEntitlementPlan')
      .concat('sandboxRefuseEntitlementCancellation')
      .map((operationId) => [
        operationId,
        'changes the sandbox only; the entitlement follows by notification',
      ]),
  ),
};

/** Operations that change several records; each record has its own entry. */
const severalRecords: Readonly<Record<string, string>> = {
  addOfferToOfferSet: 'the offer names its set',
  removeOfferFromOfferSet: 'the offer no longer names a set',
  takeOfferOutOfOfferSet: 'the offer no longer names a set',
  publishOfferSet: 'the offers of the set are published',
  cancelOfferSet: 'the offers of the set are cancelled',
  sandboxAcceptOffer: 'a direct sale creates entitlement, term and buyer',
  payInvoice: 'the invoice has a payment status, and transactions are created',
  recordInvoicePayment: 'the invoice has the paid amount, and a transaction is created',
  revertInvoicePayment: 'the invoice is open again, and the transaction has failed',
  createRefund: 'the charge names the new refund, and credit and invoice have the refunded amount',
  settleSandboxPayment: 'the invoice has the amount that the charge paid',
  createEntitlement: 'a direct sale creates entitlement and term',
  cancelEntitlement: 'the current term ends with its entitlement',
  updateEntitlementPriceModel: 'a term ends, another is created, and the entitlement names it',
  divideEntitlementCommit: 'the term names its parts, which are created',
  deleteEntitlementTerm: 'the term no longer names the deleted part',
};

/** The operation to call first, to create the state that is undone. */
const undone: Readonly<Record<string, string>> = {
  unlinkContactFromOffer: 'addContactToOffer',
  removeContactFromOffer: 'addContactToOffer',
  removeContactFromBuyer: 'addContactToBuyer',
};

/** Operations for people only. */
const byPeople = ['leaveOrganization'];

/** Actions that create a record, whose entries have no earlier version. */
const beginnings = ['CREATE'];

const changing = operations.filter(
  (operation) => operation.method !== 'GET' && operation.path.includes('{orgId}') && !isPublic(operation),
);

type EventRow = {
  id: string;
  organization_id: string;
  entity_id: string;
  action: string;
  actor_type: string;
  actor_id: string;
  actor_name: string | null;
  before: object | null;
  payload: object;
  unsealed: boolean;
};

let session: Session;
beforeAll(async () => {
  session = await startSession();
});
afterAll(() => session.stop());

async function entriesOf(requestId: string): Promise<EventRow[]> {
  const { rows } = await session.app.database.query<EventRow>(
    `SELECT e.id, e.organization_id, e.entity_id, e.action, e.actor_type, e.actor_id, e.actor_name, e.before, e.payload, EXISTS (
       SELECT FROM unsealed_event u WHERE u.organization_id = e.organization_id AND u.event_id = e.id) AS unsealed
     FROM event e WHERE e.request_id = $1 AND e.audited`,
    [requestId],
  );
  return rows;
}

async function succeed(operation: Operation) {
  const requestId = `audited-${operation.operationId}`;
  const before = operations.find(({ operationId }) => operationId === undone[operation.operationId]);
  if (before) await session.call(before);
  const { got } = await session.call(operation, {
    ...session.sent(operation),
    headers: { 'x-request-id': requestId },
  });
  expect(got.status, got.text).toBe(200);
  return { answer: parsed(got.text), entries: await entriesOf(requestId) };
}

function expectComplete(operation: Operation, entry: EventRow): void {
  const { client } = session.org;
  const actor = byPeople.includes(operation.operationId)
    ? { actor_type: 'USER', actor_id: expect.stringMatching(/^usr_/), actor_name: 'Ann Lee' }
    : { actor_type: 'API_CLIENT', actor_name: 'ADMIN client' };
  expect(entry).toMatchObject({ ...actor, unsealed: true });
  const begins = beginnings.includes(entry.action);
  expect(entry.before === null, `${entry.action} has no earlier version`).toBe(begins);
  expect(entry.payload).not.toBeNull();
  expect(JSON.stringify(entry)).not.toContain(client.secret);
}

describe('each change writes one audit entry for its request', () => {
  test.each(sampled(changing.filter(({ operationId }) => !(operationId in otherwise))))(
    '$operationId',
    async (operation) => {
      const { entries } = await succeed(operation);
      // If an operation changes a second organization, that organization has its own entry, with the service
      // as actor.
      const own = entries.filter(({ actor_type }) => actor_type !== 'SERVICE');
      const organizations = entries.map(({ organization_id }) => organization_id);
      const records = entries.map(({ organization_id, entity_id }) => `${organization_id} ${entity_id}`);
      expect(new Set(records).size, 'one entry per record').toBe(records.length);
      if (operation.operationId in severalRecords) expect(records.length).toBeGreaterThan(1);
      else expect(new Set(organizations).size, 'one entry per organization').toBe(entries.length);
      expect(own.length).toBeGreaterThan(0);
      for (const entry of own) expectComplete(operation, entry);
    },
  );
});

describe('operations without an audit entry', () => {
  test.each(sampled(changing.filter(({ operationId }) => operationId in otherwise)))(
    '$operationId',
    async (operation) => {
      expect((await succeed(operation)).entries).toEqual([]);
    },
  );

  test('the lists of exceptions name existing operations', () => {
    const known = changing.map(({ operationId }) => operationId);
    const listed = [...Object.keys(otherwise), ...Object.keys(severalRecords)];
    expect(listed.filter((operationId) => !known.includes(operationId))).toEqual([]);
    expect(known.length).toBeGreaterThan(6);
  });

  test('a refused request and a repeated one write no entry', async () => {
    const path = `/org/${session.org.id}/offer`;
    const send = (requestId: string, body: object) =>
      session.app.request('POST', path, {
        token: session.org.token,
        headers: { 'x-request-id': requestId },
        body,
      });
    expect((await send('audit-refused', { partner: 'NOBODY' })).status).toBe(400);
    expect((await send('audit-first', { name: 'Once' })).status).toBe(200);
    expect((await send('audit-again', { name: 'Once' })).headers.get('x-deduplicated')).toBe('true');
    const counts = ['audit-refused', 'audit-first', 'audit-again'].map(
      async (requestId) => (await entriesOf(requestId)).length,
    );
    expect(await Promise.all(counts)).toEqual([0, 1, 0]);
  });
});

test('every recorded event type has a description', async () => {
  const { rows } = await session.app.database.query<{ action: string; entity_type: string }>(
    'SELECT DISTINCT action, entity_type FROM event ORDER BY action, entity_type',
  );
  expect(rows.length).toBeGreaterThan(40 * share);
  expect(rows.filter(({ action, entity_type }) => !isKnown(action, entity_type))).toEqual([]);
});
