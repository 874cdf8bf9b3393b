import { describe, expect, it } from 'vitest';
import { WorkloadOffer } from '../records.ts';
import { cases, context, longText, meta, replacement, replacing } from './findings.fixture.ts';
import { inspectOffer, prepareDraft } from './prepare.ts';

describe('inspectOffer', () => {
  it.each(cases.map(([title, body, ...refused]) => ({ title, body, refused })))(
    '$title: rejects $refused',
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
  ])('R26 isReplacementOffer of %j is stored with %i warnings', (body, count) => {
    const { warnings, metaInfo } = inspectOffer({ ...replacing(replacement), ...body }, context);
    expect(warnings.filter((text) => text.includes('isReplacementOffer'))).toHaveLength(count);
    expect(metaInfo.isReplacementOffer).toBe(true);
  });

  it('R32 the length limit of notes applies to drafts', () => {
    expect(() => prepareDraft(meta({ internalNote: longText }), context)).toThrow('internalNote');
    expect(prepareDraft(meta({ enableTestUsageMetering: true }), context)).toMatchObject({ warnings: [] });
  });

  it('R9 ignored fields are not checked', () => {
    const body: WorkloadOffer = { partner: 'MKB', info: { mkBPrivateOffer: { lastModified: '2030-01-31' } } };
    expect(inspectOffer(body, context)).toMatchObject({ findings: [], warnings: [] });
  });
});
