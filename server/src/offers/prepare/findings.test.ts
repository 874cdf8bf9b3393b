import { describe, expect, it } from 'vitest';
import { WorkloadOffer } from '../records.ts';
import { cases, context, longText, meta, replacement, replacing } from './findings.fixture.ts';
import { inspectOffer, prepareDraft } from './index.ts';

describe('inspectOffer', () => {
  it.each(cases.map(([title, body, ...refused]) => ({ title, body, refused })))(
    '$title: refused $refused',
    ({ body, refused }) => {
      expect(WorkloadOffer.safeParse(body).error).toBeUndefined();
      const { findings } = inspectOffer(body, context);
      expect(findings.map(({ pointer }) => pointer)).toEqual(refused);
      for (const { message } of findings) expect(message).toMatch(/^[a-z].{10,}/);
    },
  );

  it.each<[WorkloadOffer, number]>([
    [{ partner: 'MKA' }, 1],
    [{ partner: 'MKC', offerType: 'DEFAULT' }, 1],
    [{ partner: 'MKC', info: { mkCDuration: 1 } }, 0],
  ])('R26 a replacement by %j is kept, with %i warnings', (body, count) => {
    const { warnings, metaInfo } = inspectOffer({ ...replacing(replacement), ...body }, context);
    expect(warnings.filter((text) => text.includes('isReplacementOffer'))).toHaveLength(count);
    expect(metaInfo.isReplacementOffer).toBe(true);
  });

  it('R32 a draft has no longer note than an offer either', () => {
    expect(() => prepareDraft(meta({ internalNote: longText }), context)).toThrow('internalNote');
    expect(prepareDraft(meta({ enableTestUsageMetering: true }), context)).toMatchObject({ warnings: [] });
  });

  it('R9 does not look at what is ignored', () => {
    const body: WorkloadOffer = { partner: 'MKB', info: { mkBPrivateOffer: { lastModified: '2030-01-31' } } };
    expect(inspectOffer(body, context)).toMatchObject({ findings: [], warnings: [] });
  });
});
