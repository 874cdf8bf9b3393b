import { expect, test } from 'vitest';
import { automaticBy } from './automatic.ts';

const mail = (headers: Record<string, string>, from = 'ann@example.com', contentType = 'text/plain') => ({
  headers: Object.entries(headers).map(([name, value]): [string, string] => [name, `${name}: ${value}`]),
  from: [from],
  contentType,
});
const from = { from: 'ann@example.com' };

test.each([
  ['Auto-Submitted', mail({ ...from, 'auto-submitted': 'auto-replied' })],
  ['Auto-Submitted', mail({ ...from, 'auto-submitted': 'Auto-Generated; x=y' })],
  ['Precedence', mail({ ...from, precedence: 'Bulk' })],
  ['Precedence', mail({ ...from, precedence: 'junk' })],
  ['x-autoreply', mail({ ...from, 'x-autoreply': 'yes', 'x-auto-response-suppress': 'All' })],
  ['Auto-Submitted', mail({ ...from, 'auto-submitted': 'auto-generated', 'list-id': '<all.example.com>' })],
  ['Return-Path', mail({ ...from, 'return-path': '<>' })],
  ['Content-Type', mail(from, 'ann@example.com', 'multipart/report')],
  ['From', mail({ from: 'MAILER-DAEMON@example.com' }, 'MAILER-DAEMON@example.com')],
  ['Message-ID', mail({ ...from, 'message-id': '<msg_01m7z53qrwf3raysksbfq2fp2q@tradepost.invalid>' })],
  [undefined, mail({ ...from, 'auto-submitted': 'no' })],
  [undefined, mail({ ...from, precedence: 'first-class', 'return-path': '<ann@example.com>' })],
  [undefined, mail({ ...from, 'x-auto-response-suppress': 'None', 'message-id': '<1.2@client.example>' })],
  [undefined, mail({ ...from, 'x-auto-response-suppress': 'RN, NRN, OOF', 'x-ms-has-attach': '' })],
  [
    undefined,
    mail({ ...from, 'list-id': '<support.example.com>', precedence: 'list', 'list-unsubscribe': '<x>' }),
  ],
])('%s determines whether a program wrote a message', (expected, given) => {
  expect(automaticBy(given)).toBe(expected);
});
