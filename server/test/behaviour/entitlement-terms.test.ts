import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { day, type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import type { TestApp } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

type Term = {
  id: string;
  commitAmount?: number;
  creditAmount?: number;
  startTime: string;
  endTime: string | null;
};

let app: TestApp;
let by: Entitlements;
beforeAll(async () => {
  app = await sharedTestApp();
  by = entitlementsOf(app, await app.organization({ at: '2031-05-12T10:20:00Z' }));
});
afterAll(() => app.stop());

const bought = (commitAmount = 1000) =>
  by.direct({ endTime: '2090-01-01', info: { commits: [{ key: 'a', rate: commitAmount }] } });

describe('credit', () => {
  test('R7 is added exactly, to the current term or to a given term', async () => {
    const { id, organizationID, entitlementTermID } = await bought();
    const path = `entitlement/${id}/addCredit`;
    const added = await by.post(path, { creditAmountIncrement: 0.1, entitlementID: 7, organizationID: 'x' });
    expect(added).toEqual({
      organizationID,
      entitlementID: id,
      entitlementTermID,
      creditAmountIncrement: 0.1,
      newCreditAmount: 0.1,
    });
    expect((await by.post(path, { creditAmountIncrement: 0.2 })).newCreditAmount).toBe(0.3);
    await by.post(`entitlement/${id}/divideCommit`, { startDates: [(await by.terms(id))[0].startTime] });
    const [, part] = (await by.terms(id)) as Term[];
    const named = await by.post(path, { creditAmountIncrement: 5, entitlementTermID: part?.id });
    expect(named).toMatchObject({ entitlementTermID: part?.id, newCreditAmount: 1005 });
    expect(((await by.terms(id)) as Term[]).map(({ creditAmount }) => creditAmount)).toEqual([0.3, 1005]);
    expect(await by.actions(entitlementTermID)).toEqual(['CREATE', 'UPDATE', 'UPDATE', 'UPDATE']);
  });

  test('of simultaneous calls is all added', async () => {
    const { id } = await bought();
    const replies = await Promise.all(
      Array.from({ length: 12 }, () =>
        by.call('POST', `entitlement/${id}/addCredit`, { creditAmountIncrement: 1.1 }),
      ),
    );
    const totals = replies.map(({ body }) => body.newCreditAmount).sort((one, other) => one - other);
    expect(totals).toEqual(Array.from({ length: 12 }, (_, index) => Number((1.1 * (index + 1)).toFixed(1))));
  });

  test('R4 must not be negative or absent, and belongs to a term of this entitlement', async () => {
    const [{ id }, other] = [await bought(), await bought()];
    for (const [body, pointer] of [
      [{}, '/creditAmountIncrement'],
      [{ creditAmountIncrement: -0.01 }, '/creditAmountIncrement'],
      [{ creditAmountIncrement: 1, entitlementTermID: other.entitlementTermID }, '/entitlementTermID'],
    ] as const) {
      const reply = await by.call('POST', `entitlement/${id}/addCredit`, body);
      expect([reply.status, reply.body.errors[0].pointer]).toEqual([400, pointer]);
    }
    expect((await by.terms(id))[0]).not.toHaveProperty('creditAmount');
  });
});

describe('R46 a divided commit', () => {
  const divided = async (body: { commitAmount?: number; dates: string[] }, commit?: number) => {
    const { id, entitlementTermID, startTime } = await bought(commit);
    const startDates = [startTime, ...body.dates];
    const { commitAmount } = body;
    const answered = await by.post(`entitlement/${id}/divideCommit`, {
      startDates,
      ...(commitAmount === undefined ? {} : { commitAmount }),
    });
    expect(answered).toBe(entitlementTermID);
    const [parent, ...parts] = await by.terms(id);
    return { id, parent, parts, startTime };
  };
  const dates = ['2080-01-01T00:00:00.000Z', '2085-01-01T00:00:00.000Z'];

  test.each([
    { commitAmount: 1000, commits: [333.33, 333.33, 333.34], credits: [undefined, undefined, undefined] },
    { commitAmount: 90.3, commits: [30.1, 30.1, 30.1], credits: [undefined, undefined, undefined] },
    { commitAmount: 0, commits: [0, 0, 0], credits: [333.33, 333.33, 333.34] },
    { commitAmount: -5, commits: [0, 0, 0], credits: [333.33, 333.33, 333.34] },
    { commitAmount: undefined, commits: [0, 0, 0], credits: [333.33, 333.33, 333.34] },
  ])('of $commitAmount has equal consecutive parts', async ({ commitAmount, commits, credits }) => {
    const { parent, parts, startTime } = await divided({
      dates,
      ...(commitAmount === undefined ? {} : { commitAmount }),
    });
    expect(parts.map((part: Term) => part.commitAmount)).toEqual(commits);
    expect(parts.map((part: Term) => part.creditAmount)).toEqual(credits);
    expect(parts.map((part: Term) => [part.startTime, part.endTime])).toEqual([
      [startTime, dates[0]],
      [dates[0], dates[1]],
      [dates[1], '2090-01-01T00:00:00.000Z'],
    ]);
    const ids = parts.map((part: Term) => part.id);
    expect(parent).toMatchObject({
      commitAmount: 1000,
      info: { type: 'Signup', isCommitDivided: true, subEntitlementTermIds: ids },
    });
    for (const part of parts)
      expect(part).toMatchObject({
        info: { type: 'DivideCommit', parentEntitlementTermId: parent.id },
        entitlementInfo: parent.entitlementInfo,
      });
  });

  test('is merged when its last part is deleted; no other term can be deleted', async () => {
    const { id, parent, parts } = await divided({ dates });
    const remove = (termId: string) => by.call('DELETE', `entitlement/${id}/entitlementTerm/${termId}`);
    expect((await remove(parent.id)).body.code).toBe('entitlement_term_not_deletable');
    expect((await remove('trm_none')).status).toBe(404);
    const [first, second, third] = parts.map((part: Term) => part.id);
    await app.database.query('UPDATE entitlement_term SET used_credit_amount = 1 WHERE id = $1', [first]);
    expect((await remove(first)).body.code).toBe('entitlement_term_not_deletable');
    await app.database.query('UPDATE entitlement_term SET used_credit_amount = 0 WHERE id = $1', [first]);
    expect((await remove(second)).body).toBe(second);
    expect((await by.terms(id))[0].info.subEntitlementTermIds).toEqual([first, third]);
    expect((await Promise.all([first, third].map(remove))).map(({ status }) => status)).toEqual([200, 200]);
    expect(await by.terms(id)).toMatchObject([
      { id: parent.id, info: { type: 'Signup' }, commitAmount: 1000 },
    ]);
    expect((await by.terms(id))[0].info).toEqual({ type: 'Signup' });
    expect(await by.actions(second)).toEqual(['CREATE', 'DELETE']);
    expect((await remove(second)).status).toBe(404);
    await by.post(`entitlement/${id}/divideCommit`, { startDates: [parent.startTime] });
  });

  test('passes credit that was added to a deleted part to the term, without the part’s prorated amount', async () => {
    const { id, parent, parts } = await divided({ dates });
    const second = parts[1] as Term;
    const add = (creditAmountIncrement: number, entitlementTermID: string) =>
      by.post(`entitlement/${id}/addCredit`, { creditAmountIncrement, entitlementTermID });
    await add(0.1, second.id);
    await add(0.2, parent.id);
    await by.call('DELETE', `entitlement/${id}/entitlementTerm/${second.id}`);
    const [whole, ...left] = await by.terms(id);
    expect(whole.creditAmount).toBe(0.3);
    expect(left).toHaveLength(2);
  });

  test('is divided once by several simultaneous calls; until its end the price cannot change', async () => {
    const { id, startTime } = await bought();
    const replies = await Promise.all(
      [1, 2, 3].map(() =>
        by.call('POST', `entitlement/${id}/divideCommit`, { startDates: [startTime, dates[0]] }),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(await by.terms(id)).toHaveLength(3);
    const reply = await by.call('PATCH', `entitlement/${id}/priceModel`, { commits: [] });
    expect(reply.body.code).toBe('entitlement_state');
  });

  /** Sold by seat on marketplace B, with a commit divided at the start and after 100 and 200 days. */
  const dividedSeats = async (commitAmount: number) => {
    const info = {
      currency: 'USD',
      commits: [{ key: 's', type: 'PER_USER', rate: 100.1, quantity: 3, length: 12, timeUnit: 'MONTH' }],
    };
    const { id, startTime, entitlementTermID } = await by.accepted({ partner: 'MKB', info });
    const later = (days: number) => new Date(Date.parse(startTime) + days * day).toISOString();
    const startDates = [startTime, later(100), later(200)];
    await by.post(`entitlement/${id}/divideCommit`, { commitAmount, startDates });
    return { id, parentId: entitlementTermID, startDates };
  };

  /** Amount prorated for 150 days of a term of a year (R48). */
  const sharedBy = ({ startTime }: Term, amount: number): number => {
    const start = new Date(startTime);
    const year = new Date(startTime).setUTCFullYear(start.getUTCFullYear() + 1) - start.getTime();
    return Math.round((amount * 100 * 150 * day) / year) / 100;
  };

  test('ends with its term when seats replace the term; future parts are deleted', async () => {
    const { id, parentId, startDates } = await dividedSeats(0);
    const [, first, second, third] = (await by.terms(id)) as Term[];
    const credit = { creditAmountIncrement: 1_000_000_000_000_000 };
    await by.post(`entitlement/${id}/addCredit`, { ...credit, entitlementTermID: first?.id });
    for (const [increment, part] of [
      [0.01, first],
      [0.2, third],
    ] as const)
      await by.post(`entitlement/${id}/addCredit`, {
        creditAmountIncrement: increment,
        entitlementTermID: part?.id,
      });
    await by.advance(150 * day);
    await by.call('PATCH', `entitlement/${id}/seat?newSeat=7`);
    await app.drainJobs();
    const [parent, one, two, next, ...others] = await by.terms(id);
    expect(others).toEqual([]);
    expect(parent).toMatchObject({
      id: parentId,
      endTime: next.startTime,
      commitAmount: sharedBy(parent, 300.3),
      info: { isCommitDivided: true, subEntitlementTermIds: [first?.id, second?.id] },
    });
    // The prorated amount ends with its commit; added credit is carried over exactly.
    expect(one).toMatchObject({ id: first?.id, endTime: startDates[1], creditAmount: 100.1 });
    expect(two).toMatchObject({ id: second?.id, endTime: next.startTime, creditAmount: 100.1 });
    const rest = Math.round((700.7 - sharedBy(parent, 700.7)) * 100) / 100;
    expect(next).toMatchObject({ info: { type: 'QuantityChange' }, commitAmount: rest });
    expect(Object.keys(next.info)).toEqual(['type']);
    const { rows } = await app.database.query(
      'SELECT credit_amount::text AS credit FROM entitlement_term WHERE id = $1',
      [next.id],
    );
    expect(rows).toEqual([{ credit: '1000000000000000.21' }]);
    expect(await by.actions(third?.id as string)).toEqual(['CREATE', 'UPDATE', 'DELETE']);
  });

  test('ends with its sale', async () => {
    const { id, entitlementTermID, startTime } = await bought();
    await by.post(`entitlement/${id}/divideCommit`, { startDates: [startTime, dates[0]] });
    const ended = await by.post(`entitlement/${id}/cancel`);
    const terms = (await by.terms(id)) as Term[];
    expect(terms.map(({ endTime }) => endTime)).toEqual([ended.endTime, ended.endTime]);
    expect(terms[0]).toMatchObject({
      id: entitlementTermID,
      info: { subEntitlementTermIds: [terms[1]?.id] },
    });
  });

  test('ends with its term when an amendment replaces the term', async () => {
    const offer = (rate: number, more: object = {}) => ({
      partner: 'MKA',
      name: `Divided ${rate}`,
      info: { mkAAgreementDuration: 'P12M', currency: 'USD', commits: [{ key: 'fee', rate }] },
      ...more,
    });
    const contactOf = async (name: string) => (await by.post('contact', { firstName: name })).id as string;
    const [before, after] = [await contactOf('Before'), await contactOf('After')];
    const sold = await by.accepted(offer(1000.3, { contactIds: [before] }));
    const later = new Date(Date.parse(sold.startTime) + 100 * day).toISOString();
    await by.post(`entitlement/${sold.id}/divideCommit`, {
      startDates: [sold.startTime, later],
      commitAmount: 1000.3,
    });
    const changed = offer(2000.7, {
      contactIds: [after],
      metaInfo: { isAgreementBasedOffer: true, baseAgreementId: sold.externalID },
    });
    const { id: offerId } = await by.post('offer', changed);
    await app.drainJobs();
    await by.post(`sandbox/offer/${offerId}/accept`);
    await app.drainJobs();
    const [parent, part, next, ...others] = await by.terms(sold.id);
    expect(others).toEqual([]);
    expect([parent.endTime, part.endTime]).toEqual([next.startTime, next.startTime]);
    expect(parent.info.subEntitlementTermIds).toEqual([part.id]);
    expect(next).toMatchObject({ info: { type: 'PlanChange' }, commitAmount: 2000.7 });

    // The entitlement is listed for the buyers of the current offer.
    const found = async (contactId: string) =>
      (await by.get(`entitlement?contactId=${contactId}`)).map(({ id }: { id: string }) => id);
    expect([await found(before), await found(after)]).toEqual([[], [sold.id]]);
  });

  test('R4 must not exceed the commit, or begin at another time', async () => {
    const { id, startTime } = await bought();
    for (const [body, pointer] of [
      [{}, '/startDates'],
      [{ startDates: [dates[0]] }, '/startDates/0'],
      [{ startDates: [startTime, '2091-01-01'] }, '/startDates/1'],
      [{ startDates: [startTime], commitAmount: 1000.01 }, '/commitAmount'],
    ] as const) {
      const reply = await by.call('POST', `entitlement/${id}/divideCommit`, body);
      expect([reply.status, reply.body.errors?.[0].pointer], reply.text).toEqual([400, pointer]);
    }
    const usage = await by.direct();
    const reply = await by.call('POST', `entitlement/${usage.id}/divideCommit`, {
      startDates: [usage.startTime],
    });
    expect(reply.body.code).toBe('entitlement_state');
  });
});
