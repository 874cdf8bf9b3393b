import { describe, expect, test } from 'vitest';
import { createPartnerName, type MarketplaceNames } from '../../marketplaces/index.ts';
import { notificationsOf, type SealedEvent } from '../translate.ts';
import { viewOf } from './content.ts';
import { usualMail } from './usual.ts';

const event = (action: string, entityType: string, record: object): SealedEvent => ({
  position: 1,
  id: 'evt_1',
  entityType,
  entityId: 'rec_1',
  sequence: 1,
  action,
  payload: JSON.stringify(record),
  before: JSON.stringify(record),
  actor: { type: 'USER', id: 'usr_1', email: 'ann@example.com', name: 'Ann Lee' },
  audited: true,
  creationTime: '2027-01-31T09:00:00.000Z',
});

const mailOf = (
  action: string,
  entityType: string,
  record: object,
  reader: { audience?: 'MEMBERS' | 'BUYERS'; isMember?: boolean; names?: MarketplaceNames } = {},
) => {
  const toName = createPartnerName(reader.names ?? {});
  const [notification] = notificationsOf(event(action, entityType, record), toName);
  if (!notification) throw new Error('no notification');
  const { audience = 'MEMBERS', isMember = true } = reader;
  const place = { organizationId: 'org_1', baseUrl: 'https://x.example', isAnswerable: false };
  return usualMail(notification, viewOf(notification, audience, 'Acme'), { ...place, audience, isMember });
};

const failed = {
  name: 'Deal',
  status: 'CREATE_FAILED',
  partner: 'MKA_CHINA',
  info: { currency: 'USD', commitAmount: 1200, privateOfferUrl: 'https://market.example/o' },
  metaInfo: { prettifiedErrorMessages: ['The buyer account is unknown.'] },
};

describe('the mail about a notification', () => {
  test('to a member has names instead of codes, the facts, and one button to the record in the console', () => {
    const mail = mailOf('CREATE', 'OFFER', { ...failed, status: 'PENDING_ACCEPTANCE' });
    expect(mail).toMatchObject({
      heading: 'Offer created',
      paragraphs: ['The offer Deal was created.'],
      problem: undefined,
      button: { label: 'Open the offer', url: 'https://x.example/console/org/org_1/offers/rec_1' },
    });
    expect(mail.facts).toEqual([
      { name: 'Offer', value: 'Deal' },
      { name: 'Price', value: '1,200.00 USD' },
      { name: 'Status', value: 'Pending acceptance' },
      { name: 'Marketplace', value: 'Marketplace A (China)' },
      { name: 'By', value: 'Ann Lee' },
    ]);
    expect(mail.footer.link?.url).toBe('https://x.example/console/account#mail');
  });

  test('names a marketplace as the operator has configured, in the text and in the facts', () => {
    const record = { name: 'Deal', partner: 'MKA', status: 'ACTIVE' };
    const names = { MKA: 'Cloud Store' };
    const mail = mailOf('UPDATE', 'OFFER', record, { names });
    expect(mail.facts).toContainEqual({ name: 'Marketplace', value: 'Cloud Store' });
    const alert = mailOf('ABNORMAL_ALERT', 'OFFER', record, { names });
    expect(JSON.stringify(alert)).toContain('The state of the offer Deal at Cloud Store is inconsistent.');
  });

  test('about a failure has the words of the failure and the next step', () => {
    expect(mailOf('UPDATE', 'OFFER', failed)).toMatchObject({
      heading: 'The offer was not created',
      paragraphs: [],
      problem: {
        message: 'The buyer account is unknown.',
        fix: 'Open the offer, correct the cause, and retry.',
      },
    });
  });

  test('R32 to a buyer has no status, author, failure or console address', () => {
    const mail = mailOf('UPDATE', 'OFFER', failed, { audience: 'BUYERS' });
    expect(mail.button).toEqual({ label: 'Open the offer', url: 'https://market.example/o' });
    expect(JSON.stringify(mail)).not.toMatch(/console|Ann|unknown|failed|org_1|rec_1/i);
  });

  test('to an address that the organization entered says so, and has no link to settings', () => {
    const { footer } = mailOf('CREATE', 'OFFER', failed, { isMember: false });
    expect(footer).toEqual({ text: expect.stringContaining('Acme entered your address') });
  });

  test.each([
    ['CREATE', 'USER', '/console/org/org_1/members/rec_1'],
    ['DELETE', 'USER', '/console/org/org_1/members'],
    ['UPDATE', 'ENTITLEMENT', '/console/org/org_1/entitlements/rec_1'],
    ['UPDATE', 'WORKFLOW', '/console/org/org_1'],
  ])('about %s of %s opens %s', (action, entityType, path) => {
    expect(mailOf(action, entityType, { name: 'X' }).button?.url).toBe(`https://x.example${path}`);
  });
});
