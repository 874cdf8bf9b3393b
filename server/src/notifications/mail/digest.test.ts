import { describe, expect, test } from 'vitest';
import { digestMail, digestTime } from './digest.ts';
import type { Digest } from './routing.ts';

test.each<[Digest, string, string]>([
  ['NONE', '2027-03-10T05:59:00Z', '2027-03-10T05:59:00Z'],
  ['HOURLY', '2027-03-10T05:59:59Z', '2027-03-10T06:00:00Z'],
  ['HOURLY', '2027-03-10T06:00:00Z', '2027-03-10T07:00:00Z'],
  ['DAILY', '2027-03-10T05:59:59Z', '2027-03-10T06:00:00Z'],
  ['DAILY', '2027-03-10T06:00:00Z', '2027-03-11T06:00:00Z'],
  ['DAILY', '2027-12-31T23:00:00Z', '2028-01-01T06:00:00Z'],
])('the digest %s sends a message of %s at %s', (digest, gathered, sent) => {
  expect(digestTime(digest, new Date(gathered))).toEqual(new Date(sent));
});

describe('a digest', () => {
  test('lists each notification with its words, the reason of a failure, and a link to its record', () => {
    const message = {
      id: 'msg_1',
      subject: 'Offer changed: <Deal>',
      action: 'UPDATE',
      standard_fields: JSON.stringify({ summary: 'The offer was changed.', reason: 'No price.' }),
      entity_type: 'OFFER',
      entity_id: 'ofr_1',
    };
    const other = { ...message, subject: 'Member removed', action: 'DELETE', entity_type: 'USER' };
    const context = { name: 'Acme\nInc', organizationId: 'org_1', baseUrl: 'https://x.example' };
    const mail = digestMail([message, other], context);
    expect(mail.subject).toBe('Acme Inc: 2 notifications');
    expect(mail.text).toContain(
      '- Offer changed: <Deal>\n  The offer was changed.\n  Reason: No price.\n  https://x.example/console/org/org_1/offers/ofr_1',
    );
    expect(mail.html).toContain('href="https://x.example/console/org/org_1/members"');
    expect(mail.html).toContain('Offer changed: &lt;Deal&gt;');
  });
});
