import { describe, expect, test } from 'vitest';
import { notificationOf } from './queue.ts';

const raw = (body: unknown) => ({
  method: 'PULL' as const,
  query: '',
  headers: { 'message-id': 'message-1' },
  rawBody: typeof body === 'string' ? body : JSON.stringify(body),
});
const event = (detailType: string, source: string, detail: object, more: object = {}) => ({
  id: 'event-1',
  source,
  'detail-type': detailType,
  detail,
  ...more,
});
const [agreements, catalog] = ['aws.agreement-marketplace', 'aws.marketplacecatalog'];

describe('a message from the queue', () => {
  test.each<[what: string, body: object, subjects: [kind: string, id: string][]]>([
    [
      'an agreement that was created',
      event('Purchase Agreement Created - Proposer', agreements, {
        agreement: { id: 'agmt-1' },
        offer: { id: 'offer-1' },
      }),
      [['AGREEMENT', 'agmt-1']],
    ],
    [
      'an agreement that ended, and its offer',
      event('Purchase Agreement Ended - Proposer', agreements, {
        agreement: { id: 'agmt-1' },
        offer: { id: 'offer-1' },
      }),
      [
        ['AGREEMENT', 'agmt-1'],
        ['OFFER', 'offer-1'],
      ],
    ],
    [
      'the agreement of a license',
      event('License Updated - Manufacturer', agreements, {
        agreement: { id: 'agmt-1' },
        license: { arn: 'l-1' },
      }),
      [['AGREEMENT', 'agmt-1']],
    ],
    [
      'an offer that was released',
      event('Offer Released', catalog, { offer: { id: 'offer-1' } }),
      [['OFFER', 'offer-1']],
    ],
    [
      'the offers of a set',
      event('OfferSet Released', catalog, {
        associatedOffers: [
          { offer: { id: 'offer-1' } },
          { offer: { id: 'offer-2' } },
          { offer: { id: 'offer-1' } },
        ],
      }),
      [
        ['OFFER', 'offer-1'],
        ['OFFER', 'offer-2'],
      ],
    ],
    ['a change', event('Change Set Failed', catalog, { ChangeSetId: 'set-1' }), [['CHANGE', 'set-1']]],
    [
      'a change that is named only in the resources',
      event('Change Set Succeeded', catalog, {}, { resources: ['arn:x:AWSMarketplace/ChangeSet/set-2'] }),
      [['CHANGE', 'set-2']],
    ],
    [
      'a renewal and the agreement before it',
      event('Purchase Agreement Created - Proposer', agreements, {
        agreement: { id: 'agmt-2', intent: 'RENEW', previousAgreementId: 'agmt-1' },
        offer: { id: 'offer-1' },
      }),
      [
        ['AGREEMENT', 'agmt-1'],
        ['AGREEMENT', 'agmt-2'],
      ],
    ],
    ...[
      'Purchase Agreement Ending - Proposer',
      'Purchase Agreement Renewal Terms Finalized - Proposer',
      'Purchase Agreement Renewal Upcoming - Proposer',
      'Purchase Agreement Advisory Issued - Proposer',
      'Purchase Agreement Advisory Resolved - Manufacturer',
      'Agreement Cancellation Request Pending Approval - Proposer',
      'Agreement Cancellation Request Approved - Proposer',
      'Agreement Cancellation Request Rejected - Proposer',
      'Agreement Cancellation Request Cancelled - Proposer',
      'Agreement Cancellation Request Validation Failed - Proposer',
    ].map((type): [string, object, [string, string][]] => [
      `the agreement of ${type}`,
      event(type, agreements, { agreement: { id: 'agmt-1', offerId: 'offer-1' }, offer: { id: 'offer-1' } }),
      [['AGREEMENT', 'agmt-1']],
    ]),
    ...['Completed', 'Failed'].map((end): [string, object, [string, string][]] => [
      `a refund that is ${end}`,
      event(`Purchase Agreement Billing Adjustment ${end} - Proposer`, agreements, {
        agreement: { id: 'agmt-1' },
        billingAdjustmentRequest: { id: 'ba-1', adjustmentAmount: '-100.00' },
      }),
      [['CHANGE', 'refund/agmt-1/ba-1']],
    ]),
    [
      'no record, for an event of another service',
      event('Something', 'aws.ec2', { agreement: { id: 'agmt-1' } }),
      [],
    ],
    ['no record, for a report', event('Products Security Report Created', catalog, {}), []],
  ])('is about %s', (_, body, subjects) => {
    const expected = {
      id: 'event-1',
      subjects: subjects.map(([kind, externalId]) => ({ kind, externalId })),
    };
    expect(notificationOf(raw(body))).toEqual(expected);
    const sentTime = '2031-01-01T00:00:00Z';
    expect(notificationOf(raw({ ...body, time: sentTime }))).toEqual({ ...expected, sentTime });
    const wrapped = { Type: 'Notification', Message: JSON.stringify(body) };
    expect(notificationOf(raw(wrapped))).toEqual(expected);
  });

  test('an event of an unknown kind is reported, and the records that it names are read', () => {
    const body = event('Purchase Agreement Teleported - Proposer', agreements, {
      agreement: { id: 'agmt-1' },
    });
    expect(notificationOf(raw(body))).toEqual({
      id: 'event-1',
      subjects: [{ kind: 'AGREEMENT', externalId: 'agmt-1' }],
      unknownKind: 'aws.agreement-marketplace: Purchase Agreement Teleported',
    });
  });

  test('paused payouts are a notice, because no record shows them', () => {
    const body = event(
      'Disbursement Paused',
      'aws.marketplace',
      {},
      { resources: ['arn:aws:payments::1:x/y'] },
    );
    expect(notificationOf(raw(body))).toEqual({ id: 'event-1', subjects: [], notices: ['PAYOUTS_PAUSED'] });
  });

  test.each([
    '',
    'text',
    '[]',
    '{"detail":',
    'null',
    '{"Type":"Notification","Message":"x"}',
    '{"id":7,"source":[]}',
  ])('that is not an event is about no record and is identified by its message id: %s', (body) => {
    expect(notificationOf(raw(body))).toEqual({ id: 'message-1', subjects: [] });
  });

  test.each<[what: string, detail: unknown, more?: object]>([
    ['no detail', null],
    ['a detail that is a string', 'agmt-1'],
    ['an agreement that is null', { agreement: null, offer: 'offer-1' }],
    ['ids that are not strings', { agreement: { id: { id: 'agmt-1' } }, offer: { id: 7 } }],
    ['an offer set that is not a list', { associatedOffers: {} }],
    ['an offer set with invalid members', { associatedOffers: [null, 'offer-1', {}, { offer: null }] }],
    ['a kind and resources of the wrong type', null, { 'detail-type': {}, resources: [null] }],
    ['a change without an id', null, { 'detail-type': 'Change Set Failed', resources: [null] }],
    ['an invalid source', { agreement: { id: 'agmt-1' } }, { source: { toString: null } }],
  ])('with %s is about no record, and is acknowledged so that it is not redelivered', (_, detail, more) => {
    const body = { ...event('Purchase Agreement Ended - Proposer', agreements, {}), detail, ...more };
    // An event kind with the name of a built-in object member is also unknown.
    expect(notificationOf(raw(body))).toMatchObject({ id: 'event-1', subjects: [] });
  });
});
