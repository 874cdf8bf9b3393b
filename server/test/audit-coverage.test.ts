import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isKnown } from '../src/notifications/catalogue.ts';
import { isPublic, type Operation, operations } from './generated/operations.ts';
import { sampled, share } from './generated/sample.ts';
import { parsed, type Session, startSession } from './generated/session.ts';

/** Operations that may succeed without an entry under their own request, and why. */
const otherwise: Readonly<Record<string, string>> = {
  sandboxOrder:
    'it changes the sandbox only: what follows is told by the notification that the sandbox sends',
  createSandboxFault: 'it is no record of the organization’s, and tells what the sandbox does to it',
  deleteSandboxFault: 'it is no record of the organization’s, and tells what the sandbox does to it',
  notifyInvoiceContacts: 'mails what is there, and changes nothing',
  advanceSandboxClock: 'a job advances the clock: what falls due has entries of its own',
  answerKnowledgeQuestion: 'it reads; what it costs is in the meter',
  validateOffer: 'nothing is written',
  batchValidateUsageRecordGroups: 'nothing is written',
  previewNotificationTemplate: 'nothing is written',
  sendTestNotification: 'a mail is sent: no record changes',
  synchronizeOffer:
    'a job reads the offer at its marketplace: it writes the entry when something changed there',
  sendOfferNotifications: 'a notice changes no terms: its event is for those who are notified',
  synchronizeProduct:
    'a job reads the product at its marketplace: it writes the entry when something changed there',
  importProducts: 'a job reads the products of the marketplace: each that is new has an entry of its own',
  importFromMarketplace: 'a job imports: its entry says at the end what came, once',
  sandboxChangeProduct: 'it changes the sandbox only: the product is changed by the notification',
  syncEntitlement: 'a job reads the agreement: it writes the entry when something changed there',
  getRevenueReport: 'it reads',
  sandboxAcceptOfferSet: 'it changes the sandbox only: the offers are changed by the notifications',
  sandboxResellOffer: 'it changes the sandbox only: the offers are changed by the notifications',
  sandboxRestrictOffer: 'it changes the sandbox only: the offer is changed by the notification',
  sandboxGrantResaleAuthorization:
    'it changes the sandbox only: the authorization appears with the notification',
  ...Object.fromEntries(
    ['Cancel', 'Suspend', 'Reinstate', 'Renew']
      .map((verb) => `sandbox${verb}Entitlement`)
      .concat('sandboxChangeEntitlementQuantity', 'sandboxChangeEntitlementPlan')
      .concat('sandboxRefuseEntitlementCancellation')
      .map((operationId) => [
        operationId,
        'it changes the sandbox only: the entitlement is changed by the notification',
      ]),
  ),
};

/** Operations that change several records: each of these has its one entry. */
const severalRecords: Readonly<Record<string, string>> = {
  addOfferToOfferSet: 'the offer says which set it is in',
  removeOfferFromOfferSet: 'the offer says no more which set it is in',
  takeOfferOutOfOfferSet: 'the offer says no more which set it is in',
  publishOfferSet: 'the offers of the set are published',
  cancelOfferSet: 'the offers of the set are cancelled',
  sandboxAcceptOffer: 'a direct sale begins its entitlement, its term and its buyer at once',
  payInvoice: 'the invoice says how far its payment is, and each transaction begins',
  recordInvoicePayment: 'the invoice says what was paid, and the payment is a transaction',
  revertInvoicePayment: 'the invoice is open again, and the transaction failed',
  createRefund:
    'the charge says that there is a refund, which begins, and credit and invoice say what came back',
  settleSandboxPayment: 'the invoice says what was paid by the charge',
  createEntitlement: 'a direct sale begins its entitlement and its term at once',
  cancelEntitlement: 'the term that runs ends with its entitlement',
  updateEntitlementPriceModel: 'a term ends, another begins, and the entitlement names it',
  divideEntitlementCommit: 'the term names its parts, and each part begins',
  deleteEntitlementTerm: 'the term forgets the part that goes',
};

/** What is done before, so that there is something to undo. */
const undone: Readonly<Record<string, string>> = {
  unlinkContactFromOffer: 'addContactToOffer',
  removeContactFromOffer: 'addContactToOffer',
  removeContactFromBuyer: 'addContactToBuyer',
};

/** Operations that only people call. */
const byPeople = ['leaveOrganization'];

/** What of the record’s life an entry begins: there is nothing before it. */
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
  expect(entry.before === null, `${entry.action} has no record before it`).toBe(begins);
  expect(entry.payload).not.toBeNull();
  expect(JSON.stringify(entry)).not.toContain(client.secret);
}

describe('each change leaves one entry in the audit trail, under its request', () => {
  test.each(sampled(changing.filter(({ operationId }) => !(operationId in otherwise))))(
    '$operationId',
    async (operation) => {
      const { entries } = await succeed(operation);
      // Another organization that a change touches has an entry of its own, in the service’s name.
      const own = entries.filter(({ actor_type }) => actor_type !== 'SERVICE');
      const organizations = entries.map(({ organization_id }) => organization_id);
      const records = entries.map(({ organization_id, entity_id }) => `${organization_id} ${entity_id}`);
      expect(new Set(records).size, 'one for each record').toBe(records.length);
      if (operation.operationId in severalRecords) expect(records.length).toBeGreaterThan(1);
      else expect(new Set(organizations).size, 'one in each organization').toBe(entries.length);
      expect(own.length).toBeGreaterThan(0);
      for (const entry of own) expectComplete(operation, entry);
    },
  );
});

describe('what leaves none', () => {
  test.each(sampled(changing.filter(({ operationId }) => operationId in otherwise)))(
    '$operationId',
    async (operation) => {
      expect((await succeed(operation)).entries).toEqual([]);
    },
  );

  test('is listed, and is an operation', () => {
    const known = changing.map(({ operationId }) => operationId);
    const listed = [...Object.keys(otherwise), ...Object.keys(severalRecords)];
    expect(listed.filter((operationId) => !known.includes(operationId))).toEqual([]);
    expect(known.length).toBeGreaterThan(6);
  });

  test('is a refusal, and a repeat', async () => {
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

test('every fact that an operation records is told in words that were chosen for it', async () => {
  const { rows } = await session.app.database.query<{ action: string; entity_type: string }>(
    'SELECT DISTINCT action, entity_type FROM event ORDER BY action, entity_type',
  );
  expect(rows.length).toBeGreaterThan(40 * share);
  expect(rows.filter(({ action, entity_type }) => !isKnown(action, entity_type))).toEqual([]);
});
