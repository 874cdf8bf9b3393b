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

describe('a message out of the queue is about', () => {
  test.each<[what: string, body: object, subjects: [kind: string, id: string][]]>([
    [
      'an agreement that was made',
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
      'a change that only its name says',
      event('Change Set Succeeded', catalog, {}, { resources: ['arn:x:AWSMarketplace/ChangeSet/set-2'] }),
      [['CHANGE', 'set-2']],
    ],
    ['nothing of ours', event('Something', 'aws.ec2', { agreement: { id: 'agmt-1' } }), []],
    ['nothing yet', event('Products Security Report Created', catalog, {}), []],
  ])('%s', (_, body, subjects) => {
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

  test.each([
    '',
    'text',
    '[]',
    '{"detail":',
    'null',
    '{"Type":"Notification","Message":"x"}',
    '{"id":7,"source":[]}',
  ])('nothing where it is no event, and is known by its own id: %s', (body) => {
    expect(notificationOf(raw(body))).toEqual({ id: 'message-1', subjects: [] });
  });

  test.each<[what: string, detail: unknown, more?: object]>([
    ['no detail', null],
    ['a detail that is a word', 'agmt-1'],
    ['an agreement that is none', { agreement: null, offer: 'offer-1' }],
    ['ids that are no names', { agreement: { id: { id: 'agmt-1' } }, offer: { id: 7 } }],
    ['a set that is no list', { associatedOffers: {} }],
    ['a set of nothing', { associatedOffers: [null, 'offer-1', {}, { offer: null }] }],
    ['a kind and steps that are none', null, { 'detail-type': {}, resources: [null] }],
    ['a change without a name', null, { 'detail-type': 'Change Set Failed', resources: [null] }],
    ['a source that is none', { agreement: { id: 'agmt-1' } }, { source: { toString: null } }],
  ])('nothing where it has %s, so that it is taken and comes no more', (_, detail, more) => {
    const body = { ...event('Purchase Agreement Ended - Proposer', agreements, {}), detail, ...more };
    expect(notificationOf(raw(body))).toEqual({ id: 'event-1', subjects: [] });
  });
});
