import { describe, expect, it } from 'vitest';
import { WorkloadOffer } from '../records.ts';
import { inspectOffer } from './prepare.ts';

const context = { now: new Date('2030-01-15T12:00:00.000Z') };

/** Bodies and the rejected pointers; the list is empty if the offer is accepted. */
const cases: [title: string, body: WorkloadOffer, ...refused: string[]][] = [
  [
    'R28 additional documents of a CUSTOM agreement',
    { info: { eulaType: 'CUSTOM', additionalEulaUrls: ['u'], eulaMergeOrder: [2, 0, 1] } },
  ],
  [
    'R28 additional documents of another agreement',
    { info: { eulaType: 'SCMP', additionalEulaUrls: ['u'], eulaMergeOrder: [0] } },
    '/info/additionalEulaUrls',
    '/info/eulaMergeOrder',
  ],
  [
    'R28 additional documents without an agreement',
    { info: { additionalEulaUrls: ['u'] } },
    '/info/additionalEulaUrls',
  ],
  ['R28 empty lists', { info: { eulaType: 'SCMP', additionalEulaUrls: [], eulaMergeOrder: [] } }],
  [
    'R28 unknown and repeated indexes',
    { info: { eulaType: 'CUSTOM', eulaUrl: 'u', eulaMergeOrder: [1, 2, -1, 1] } },
    '/info/eulaMergeOrder/1',
    '/info/eulaMergeOrder/2',
    '/info/eulaMergeOrder/3',
  ],
  [
    'R28 additional documents of the reseller without a CUSTOM agreement',
    { info: { eulaType: 'CUSTOM', eulaUrl: 'u', additionalResellerEulaUrls: ['u'] } },
    '/info/additionalResellerEulaUrls',
  ],
  [
    'R28 additional documents of the reseller’s CUSTOM agreement',
    { info: { resellerEulaType: 'CUSTOM', additionalResellerEulaUrls: ['u'] } },
  ],
  ...['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd'].map((url): (typeof cases)[number] => [
    `R28 documents at ${url}`,
    {
      info: {
        eulaType: 'CUSTOM',
        eulaUrl: url,
        additionalEulaUrls: ['https://a.example/x', url],
        resellerEulaType: 'CUSTOM',
        resellerEulaUrl: url,
        additionalResellerEulaUrls: [url],
      },
    },
    '/info/eulaUrl',
    '/info/resellerEulaUrl',
    '/info/additionalEulaUrls/1',
    '/info/additionalResellerEulaUrls/0',
  ]),
];

describe('inspectOffer on license agreements', () => {
  it.each(cases.map(([title, body, ...refused]) => ({ title, body, refused })))(
    '$title: rejects $refused',
    ({ body, refused }) => {
      expect(WorkloadOffer.safeParse(body).error).toBeUndefined();
      const { findings } = inspectOffer(body, context);
      expect(findings.map(({ pointer }) => pointer)).toEqual(refused);
      for (const { message } of findings) expect(message).toMatch(/^[a-z].{10,}/);
    },
  );
});
