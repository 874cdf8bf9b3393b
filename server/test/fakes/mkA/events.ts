import type { Clock } from '../http/clock.ts';
import type { Adjustment } from './agreements/adjustments.ts';
import type { Agreement, AgreementNews } from './agreements/agreements.ts';
import type { Cancellation } from './agreements/cancellations.ts';
import type { ChangeSet } from './catalog/change-sets.ts';
import { arnOf } from './catalog/describe.ts';
import { buyersOf, type Entities, type Entity, endOfDay, isProduct } from './catalog/entities.ts';
import type { Ids } from './ids.ts';
import type { Queues } from './queue.ts';

/** Settings for event delivery to the queue: delay, repetition and order. */
export type Delivery = { delayMs: number; copies: number; reversed: boolean };

/** An event in the event bus's format. */
export type BusEvent = {
  version: '0';
  id: string;
  'detail-type': string;
  source: string;
  account: string;
  time: string;
  region: 'us-east-1';
  resources: string[];
  detail: object;
};

type Parts = { clock: Clock; ids: Ids; queues: Queues; entities: Entities };
type Draft = Pick<BusEvent, 'detail-type' | 'source' | 'account' | 'resources' | 'detail'>;

const iso = (ms: number) => new Date(ms).toISOString();
const second = (ms: number) => iso(ms).replace(/\.\d{3}Z$/, 'Z');
const marketplace = 'aws.agreement-marketplace';

/** Simulates the events of the marketplace, which each account's rule sends to its queues. */
export function createEvents({ clock, ids, queues, entities }: Parts) {
  const delivery: Delivery = { delayMs: 0, copies: 1, reversed: false };
  const held: { account: string; body: string }[] = [];
  const sent: BusEvent[] = [];
  let isHeld = false;
  const deliver = ({ account, body }: { account: string; body: string }) => {
    for (const queue of queues.of(account))
      for (let copy = 0; copy < delivery.copies; copy += 1) queues.send(queue, body);
  };
  const publish = (event: Draft) => {
    const whole: BusEvent = {
      version: '0',
      id: ids.uuid(),
      time: second(clock.now()),
      region: 'us-east-1',
      ...event,
    };
    sent.push(whole);
    const one = { account: event.account, body: JSON.stringify(whole) };
    if (isHeld) held.push(one);
    else if (delivery.delayMs > 0) clock.schedule('WORK', clock.now() + delivery.delayMs, () => deliver(one));
    else deliver(one);
  };
  return {
    delivery,
    /** All events, including delayed events. */
    sent,
    /** Delays events until they are released, in original or reverse order. */
    hold: () => {
      isHeld = true;
    },
    letGo: () => {
      isHeld = false;
      const all = held.splice(0);
      for (const one of delivery.reversed ? all.reverse() : all) deliver(one);
    },
    /** Sends a text to an account's queues as a third party would. */
    inject: (account: string, body: string) => deliver({ account, body }),
    /** Sends an event of any kind, in the event bus's format. */
    announce: publish,
    ofAgreement: (news: AgreementNews) => {
      for (const event of agreementEvents(news, ids.uuid())) publish(event);
    },
    ofCancellation: (one: Cancellation) => publish(cancellationEvent(one, ids.uuid())),
    ofAdjustment: (one: Adjustment) => publish(adjustmentEvent(one, ids.uuid())),
    ofChangeSet: (set: ChangeSet, changed: readonly Entity[]) => {
      publish(changeSetEvent(set, ids.uuid()));
      if (set.status === 'SUCCEEDED')
        for (const entity of changed) {
          const event = releaseEvent(entity, set, entities, ids.uuid());
          if (event) publish(event);
        }
    },
  };
}
export type Events = ReturnType<typeof createEvents>;

/**
 * Returns the events about an agreement. Agreement events go to the proposer, and to the manufacturer if it
 * is a different account. License events go to the manufacturer. Only license events contain the ids of
 * product and license.
 */
function agreementEvents({ agreement, what }: AgreementNews, requestId: string): Draft[] {
  const of = (account: string, name: string, detail: object): Draft => ({
    'detail-type': name,
    source: marketplace,
    account,
    resources: [`arn:aws:aws-marketplace::aws:agreement:${agreement.id}`],
    detail: { requestId, catalog: 'AWSMarketplace', ...detail, ...partiesOf(agreement) },
  });
  if (what === 'LICENSE_UPDATED' || what === 'LICENSE_DEPROVISIONED') {
    const name = what === 'LICENSE_UPDATED' ? 'License Updated' : 'License Deprovisioned';
    const detail = {
      agreement: { id: agreement.id },
      product: { id: agreement.productId, code: agreement.productCode },
      license: { arn: agreement.licenseArn },
    };
    return [of(agreement.manufacturer, `${name} - Manufacturer`, detail)];
  }
  const name = { CREATED: 'Created', AMENDED: 'Amended', ENDED: 'Ended' }[what];
  const detail = {
    agreement: what === 'ENDED' ? { id: agreement.id, status: agreement.status } : bodyOf(agreement),
    resaleAuthorization: { id: agreement.offer.resaleAuthorizationId ?? null },
  };
  const proposer = of(agreement.proposer, `Purchase Agreement ${name} - Proposer`, detail);
  const manufacturer = of(agreement.manufacturer, `Purchase Agreement ${name} - Manufacturer`, detail);
  return agreement.manufacturer === agreement.proposer ? [proposer] : [proposer, manufacturer];
}

/**
 * Returns the body of an agreement event. An open-ended agreement has the end year 9999; only a renewal
 * contains its predecessor.
 */
const bodyOf = (agreement: Agreement) => ({
  id: agreement.id,
  intent: agreement.intent,
  status: agreement.status,
  acceptanceTime: iso(agreement.acceptedMs),
  startTime: iso(agreement.startMs),
  endTime: agreement.endMs === undefined ? '9999-01-01T00:00:00Z' : iso(agreement.endMs),
  ...(agreement.intent === 'RENEW' && { previousAgreementId: agreement.previousAgreementId }),
});

const partiesOf = ({ acceptor, proposer, offer }: Agreement) => ({
  acceptor: { accountId: acceptor },
  proposer: { accountId: proposer },
  offer: { id: offer.id },
});

const cancellationNames = {
  PENDING_APPROVAL: 'Pending Approval',
  APPROVED: 'Approved',
  REJECTED: 'Rejected',
  CANCELLED: 'Cancelled',
  VALIDATION_FAILED: 'Validation Failed',
};

function cancellationEvent(one: Cancellation, requestId: string): Draft {
  const { agreement } = one;
  return {
    'detail-type': `Agreement Cancellation Request ${cancellationNames[one.status]} - Proposer`,
    source: marketplace,
    account: agreement.proposer,
    resources: [],
    detail: {
      requestId,
      catalog: 'AWSMarketplace',
      agreement: {
        id: agreement.id,
        acceptorId: agreement.acceptor,
        productId: agreement.productId,
        offerId: agreement.offer.id,
      },
      agreementCancellationRequest: {
        id: one.id,
        reasonCode: one.reasonCode,
        reasonMessage: one.description ?? '',
        statusCode: one.status,
        statusMessage: one.statusMessage,
        createdAt: second(one.createdMs),
        updatedAt: second(one.updatedMs),
      },
    },
  };
}

/** Returns the event about a refund. The amount is negative, regardless of the sign in the request. */
const adjustmentEvent = (one: Adjustment, requestId: string): Draft => ({
  'detail-type': `Purchase Agreement Billing Adjustment ${one.status === 'COMPLETED' ? 'Completed' : 'Failed'} - Proposer`,
  source: marketplace,
  account: one.proposer,
  resources: [],
  detail: {
    requestId,
    catalog: 'AWSMarketplace',
    agreement: { id: one.agreementId },
    billingAdjustmentRequest: {
      id: one.id,
      adjustmentAmount: `-${one.adjustmentAmount.replace('-', '')}`,
      currencyCode: one.currencyCode,
      adjustmentReasonCode: one.adjustmentReasonCode,
    },
    invoice: { originalInvoiceId: one.originalInvoiceId },
  },
});

function changeSetEvent(set: ChangeSet, requestId: string): Draft {
  const name = {
    SUCCEEDED: 'Succeeded',
    FAILED: 'Failed',
    CANCELLED: 'Cancelled',
    PREPARING: '',
    APPLYING: '',
  };
  return {
    'detail-type': `Change Set ${name[set.status]}`,
    source: 'aws.marketplacecatalog',
    account: set.owner,
    resources: [`arn:aws:aws-marketplace:us-east-1:${set.owner}:AWSMarketplace/ChangeSet/${set.id}`],
    detail: {
      requestId,
      Catalog: 'AWSMarketplace',
      ChangeSetId: set.id,
      ChangeSetName: set.name,
      StartTime: second(set.startMs),
      EndTime: second(set.endMs ?? set.startMs),
      ...(set.failureCode && { FailureCode: set.failureCode }),
    },
  };
}

/** Returns the event about a release, which only the change set that released the entity sends. */
function releaseEvent(
  entity: Entity,
  set: ChangeSet,
  entities: Entities,
  requestId: string,
): Draft | undefined {
  const isReleased = set.changes.some(({ input }) => /^ReleaseOffer(Set)?$/.test(input.ChangeType));
  if (!isReleased || (entity.kind !== 'Offer' && entity.kind !== 'OfferSet')) return undefined;
  const offers = (ids: readonly string[]) => ids.map((id) => ({ offer: { id } }));
  const common = { source: 'aws.marketplacecatalog', account: entity.owner, resources: [arnOf(entity)] };
  const base = { requestId, catalog: 'AWSMarketplace' };
  if (entity.kind === 'OfferSet') {
    const offerSet = { id: entity.id, arn: arnOf(entity), name: entity.name };
    const detail = { ...base, offerSet, associatedOffers: offers(entity.offerIds) };
    return { ...common, 'detail-type': 'OfferSet Released', detail };
  }
  const product = entities.find(entity.productId);
  const expirationDate =
    entity.availabilityEndDate === undefined ? undefined : second(endOfDay(entity.availabilityEndDate));
  const detail = {
    ...base,
    offer: { id: entity.id, arn: arnOf(entity), name: entity.name, expirationDate },
    product: isProduct(product) ? { id: product.id, arn: arnOf(product), title: product.title } : undefined,
    manufacturer: { accountId: isProduct(product) ? product.owner : undefined },
    sellerOfRecord: { accountId: entity.owner },
    targetedBuyerAccountIds: buyersOf(entity),
  };
  return { ...common, 'detail-type': 'Offer Released', detail };
}
