import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MarketplaceError } from '../../src/marketplaces/index.ts';
import { day, type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import { startTestApp, type TestApp } from '../harness.ts';

let app: TestApp;
let by: Entitlements;
/** The error with which the marketplace rejects a command. */
let refusal: Error | undefined;
beforeAll(async () => {
  const orRefuse = async <T>(work: () => Promise<T>): Promise<T> => {
    if (refusal) throw refusal;
    return work();
  };
  app = await startTestApp({
    registry: (own) => ({
      ...own,
      find: (organization, partner) => {
        const adapter = own.find(organization, partner);
        return (
          adapter && {
            ...adapter,
            approveAgreement: (id) => orRefuse(() => adapter.approveAgreement(id)),
            cancelAgreement: (...asked) => orRefuse(() => adapter.cancelAgreement(...asked)),
            changeQuantity: (id, quantity) => orRefuse(() => adapter.changeQuantity(id, quantity)),
          }
        );
      },
    }),
  });
  by = entitlementsOf(app, await app.organization());
});
afterAll(() => app.stop());

const in_ = (days: number) => new Date(Date.now() + days * day).toISOString();
const refuseOnce = async <T>(work: () => Promise<T>): Promise<T> => {
  refusal = new MarketplaceError('NO', { kind: 'refused', readable: 'The marketplace says no.' });
  try {
    return await work();
  } finally {
    refusal = undefined;
  }
};

describe('R40 approval', () => {
  test.each(['MKB', 'MKC'])(
    '%s: a pending entitlement is ACTIVE once the marketplace has notified us',
    async (partner) => {
      const { id } = await by.ordered(partner, { approve: false });
      expect((await by.post(`entitlement/${id}/approve`)).status).toBe('PENDING_START');
      await app.drainJobs();
      const active = await by.post(`entitlement/${id}/approve`);
      expect(active).toMatchObject({
        status: 'ACTIVE',
        metaInfo: { lastModifiedBy: { entityType: 'API_CLIENT' } },
      });
      const actions = await by.actions(id);
      expect(actions).toEqual(['CREATE', 'APPROVE', 'UPDATE']);
      await app.drainJobs();
      expect(await by.actions(id)).toEqual(actions);
    },
  );

  test('R22 an entitlement with a future start waits for it after the approval too', async () => {
    const info = { mkCDuration: 12, startTime: in_(300) };
    const { id } = await by.accepted({ partner: 'MKC', productType: 'CONTRACT', info }, { approve: false });
    await by.post(`entitlement/${id}/approve`);
    await app.drainJobs();
    expect((await by.entitlement(id)).status).toBe('PENDING_START');
    const { rows } = await app.database.query(
      `SELECT due_at FROM job WHERE kind = 'entitlements.start' AND payload ->> 'entitlementId' = $1`,
      [id],
    );
    expect(rows.map(({ due_at }) => due_at.toISOString())).toEqual([info.startTime]);
  });

  test('a refusal of the marketplace is shown on the entitlement until the next request', async () => {
    const { id } = await by.ordered('MKB', { approve: false });
    await refuseOnce(async () => {
      await by.post(`entitlement/${id}/approve`);
      await app.drainJobs();
    });
    expect(await by.entitlement(id)).toMatchObject({
      status: 'PENDING_START',
      metaInfo: { errorMessages: ['NO'], prettifiedErrorMessages: ['The marketplace says no.'] },
    });
    await by.post(`entitlement/${id}/approve`);
    await app.drainJobs();
    const { status, metaInfo } = await by.entitlement(id);
    expect(status).toBe('ACTIVE');
    expect(metaInfo).not.toHaveProperty('errorMessages');
  });
});

describe('cancelling', () => {
  test('ends a direct sale immediately, with its term', async () => {
    const { id } = await by.direct({ endTime: in_(900) });
    const ended = await by.post(`entitlement/${id}/cancel`);
    expect(ended.status).toBe('CANCELLED');
    expect(Date.parse(ended.endTime)).toBeLessThan(Date.now() + 500 * day);
    expect((await by.terms(id))[0].endTime).toBe(ended.endTime);
    expect(await by.actions(id)).toEqual(['CREATE', 'CANCEL']);
  });

  test('ends the subscription on marketplace B, and asks the buyer first on marketplace A', async () => {
    const [onB, onA] = [await by.ordered('MKB'), await by.ordered('MKA')];
    for (const { id } of [onB, onA]) {
      expect((await by.post(`entitlement/${id}/cancel`)).status).toBe('PENDING_CANCEL');
      expect((await by.post(`entitlement/${id}/cancel`)).status).toBe('PENDING_CANCEL');
    }
    await app.drainJobs();
    expect(await by.entitlement(onB.id)).toMatchObject({
      status: 'CANCELLED',
      externalStatus: 'Unsubscribed',
    });
    expect((await by.entitlement(onA.id)).status).toBe('PENDING_CANCEL');
    await by.post(`sandbox/entitlement/${onA.id}/cancel`);
    await app.drainJobs();
    expect((await by.entitlement(onA.id)).status).toBe('CANCELLED');
    for (const { id, startTime } of [onB, onA]) {
      const { endTime } = await by.entitlement(id);
      expect(Date.parse(endTime)).toBeGreaterThanOrEqual(Date.parse(startTime));
      expect((await by.terms(id)).map((term: { endTime: string }) => term.endTime)).toEqual([endTime]);
    }
    for (const { id } of [onB, onA]) expect(await by.actions(id)).not.toContain('ABNORMAL_ALERT');
  });

  describe('a cancellation request on marketplace A', () => {
    const asked = async (order: object = {}) => {
      const sold = await by.ordered('MKA', order);
      await by.post(`entitlement/${sold.id}/cancel`);
      await app.drainJobs();
      expect((await by.entitlement(sold.id)).status).toBe('PENDING_CANCEL');
      return sold;
    };
    const refuse = (id: string) => by.call('POST', `sandbox/entitlement/${id}/refuseCancellation`);

    test('is dropped when the buyer refuses, and can be repeated with seven days of its own', async () => {
      const { id, endTime } = await asked({ endTime: in_(300) });
      await by.advance(4 * day);
      expect((await refuse(id)).body.status).toBe('PENDING_CANCEL');
      await app.drainJobs();
      expect(await by.entitlement(id)).toMatchObject({ status: 'ACTIVE', endTime });
      expect((await by.terms(id))[0].endTime).toBe(endTime);
      const again = await refuse(id);
      expect([again.status, again.body.code]).toEqual([400, 'entitlement_state']);
      await by.post(`entitlement/${id}/cancel`);
      await app.drainJobs();
      await by.advance(5 * day);
      expect((await by.entitlement(id)).status).toBe('PENDING_CANCEL');
      await by.advance(3 * day);
      expect((await by.entitlement(id)).status).toBe('CANCELLED');
      expect(await by.actions(id)).toEqual([
        'CREATE',
        'PENDING_CANCEL',
        // The marketplace reports the request twice: at its creation and at its rejection.
        'UPDATE',
        'UPDATE',
        'PENDING_CANCEL',
        'UPDATE',
        'CANCEL',
      ]);
    });

    test('shows its reason and the buyer’s deadline', async () => {
      const sold = await by.ordered('MKA');
      const reason = { reasonCode: 'REPLACING_AGREEMENT', description: 'The new one is better.' };
      await by.call('POST', `entitlement/${sold.id}/cancel`, reason);
      await app.drainJobs();
      const { cancellationRequest } = (await by.entitlement(sold.id)).info;
      expect(cancellationRequest).toMatchObject({
        status: 'PENDING_APPROVAL',
        reasonCode: 'REPLACING_AGREEMENT',
      });
      expect(Date.parse(cancellationRequest.answerTime) - Date.parse(cancellationRequest.creationTime)).toBe(
        7 * day,
      );
      await refuse(sold.id);
      await app.drainJobs();
      expect(await by.entitlement(sold.id)).toMatchObject({
        status: 'ACTIVE',
        info: { cancellationRequest: { status: 'REJECTED' } },
        metaInfo: { errorMessages: ['REJECTED'] },
      });
    });

    test('is carried out after seven days without a response of the buyer', async () => {
      const { id } = await asked();
      await by.advance(6 * day);
      expect((await by.entitlement(id)).status).toBe('PENDING_CANCEL');
      await by.advance(2 * day);
      const { status, endTime } = await by.entitlement(id);
      expect([status, (await by.terms(id))[0].endTime]).toEqual(['CANCELLED', endTime]);
    });

    test('is final at its end, also for an entitlement with automatic renewal', async () => {
      const { creationTime } = await by.post('offer', { name: 'now, for an end that comes first' });
      const endTime = new Date(Date.parse(creationTime) + 3 * day).toISOString();
      const { id } = await asked({ endTime, autoRenew: true });
      await by.advance(4 * day);
      expect(await by.entitlement(id)).toMatchObject({ status: 'CANCELLED', endTime });
      expect((await refuse(id)).status).toBe(400);
      await by.advance(5 * day);
      expect(await by.actions(id)).toEqual(['CREATE', 'PENDING_CANCEL', 'UPDATE', 'CANCEL']);
    });

    test('cannot be refused on other partners', async () => {
      const [onB, direct] = [await by.ordered('MKB'), await by.direct()];
      for (const { id } of [onB, direct])
        expect((await refuse(id)).body).toMatchObject({ status: 400, code: 'entitlement_partner' });
    });
  });

  test('an entitlement whose approval is refused keeps its state', async () => {
    const { id } = await by.ordered('MKB');
    await refuseOnce(async () => {
      await by.post(`entitlement/${id}/cancel`);
      await app.drainJobs();
    });
    expect(await by.entitlement(id)).toMatchObject({ status: 'ACTIVE', metaInfo: { errorMessages: ['NO'] } });
  });

  test('R22 a cancellation at the moment of the start leaves the entitlement CANCELLED', async () => {
    const buyerId = await by.buyer('Race AG');
    const { id: offerId } = await by.post('offer', { name: 'race' });
    const { id } = await by.post('entitlement', { offerId, buyerId, startDate: in_(2) });
    await app.database.query(
      `UPDATE organization SET clock_offset_ms = clock_offset_ms + $2 WHERE organization_id =
         (SELECT organization_id FROM entitlement WHERE id = $1)`,
      [id, 3 * day],
    );
    const [reply] = await Promise.all([by.call('POST', `entitlement/${id}/cancel`), app.drainJobs()]);
    expect(reply.status).toBe(200);
    await app.drainJobs();
    expect((await by.entitlement(id)).status).toBe('CANCELLED');
    const actions = await by.actions(id);
    expect(actions.filter((action) => action === 'CANCEL')).toHaveLength(1);
    expect(actions.at(-1)).toBe('CANCEL');
  });
});

describe('a scheduled cancellation', () => {
  const scheduled = async (schedule: object, offer: object = {}) => {
    const { id } = await by.direct(offer);
    const { metaInfo } = await by.post(`entitlement/${id}/scheduleCancellation`, schedule);
    return { id, kept: metaInfo.entitlementCancellationSchedule };
  };
  const statusOf = async (id: string) => (await by.entitlement(id)).status;
  /** Returns the time a number of days after the organization's time. */
  const ahead = async (days: number) => {
    const { creationTime } = await by.post('offer', { name: `now ${days} ${Math.random()}` });
    return new Date(Date.parse(creationTime) + days * day).toISOString();
  };

  test('is stored with its time, and carried out by a job at that time', async () => {
    const cancelDate = await ahead(10);
    const { id, kept } = await scheduled({ type: 'SpecificDate', cancelDate, note: 'why', creationDate: 7 });
    expect(kept).toEqual({ type: 'SpecificDate', cancelDate, note: 'why', creationDate: expect.any(String) });
    await by.advance(9 * day);
    expect(await statusOf(id)).toBe('ACTIVE');
    await by.advance(2 * day);
    expect(await statusOf(id)).toBe('CANCELLED');
  });

  test('immediately, and at the end', async () => {
    const now = await scheduled({ type: 'Immediate' });
    const atEnd = await scheduled({ type: 'EndOfTerm' }, { endTime: await ahead(20) });
    await app.drainJobs();
    expect([await statusOf(now.id), await statusOf(atEnd.id)]).toEqual(['CANCELLED', 'ACTIVE']);
    await by.advance(21 * day);
    expect(await statusOf(atEnd.id)).toBe('CANCELLED');
  });

  test('uses the cancellation procedure of its marketplace', async () => {
    const { id } = await by.ordered('MKA');
    await by.post(`entitlement/${id}/scheduleCancellation`, { type: 'Immediate' });
    await app.drainJobs();
    expect(await statusOf(id)).toBe('PENDING_CANCEL');
  });

  const onB = (more: object = {}) =>
    by.accepted({
      partner: 'MKB',
      info: {
        currency: 'USD',
        commits: [{ key: 's', type: 'PER_USER', rate: 10, quantity: 3, length: 1, timeUnit: 'MONTH' }],
        ...more,
      },
    });

  test('for the end moves with the end when the term is renewed before', async () => {
    const { id, endTime } = await onB();
    await by.post(`entitlement/${id}/scheduleCancellation`, { type: 'EndOfTerm' });
    await by.post(`sandbox/entitlement/${id}/renew`, {});
    await app.drainJobs();
    const { endTime: renewedUntil } = await by.entitlement(id);
    expect(Date.parse(renewedUntil)).toBeGreaterThan(Date.parse(endTime) + 25 * day);
    await by.advance(35 * day);
    expect(await statusOf(id)).toBe('ACTIVE');
    await by.advance(30 * day);
    expect(await statusOf(id)).toBe('CANCELLED');
  });

  test('for the end takes precedence over the automatic renewal of a marketplace', async () => {
    const { id } = await onB({ autoRenew: true });
    await by.post(`entitlement/${id}/scheduleCancellation`, { type: 'EndOfTerm' });
    await by.post('sandbox/clock', { advance: 'P40D' });
    await app.drainJobs();
    expect(await statusOf(id)).toBe('CANCELLED');
    expect(await by.terms(id)).toHaveLength(1);
  });

  test('made before the seller’s approval is carried out with it, or later at its time', async () => {
    const waiting = async (schedule: object) => {
      const { id } = await by.ordered('MKB', { approve: false });
      await by.post(`entitlement/${id}/scheduleCancellation`, schedule);
      await app.drainJobs();
      expect(await statusOf(id)).toBe('PENDING_START');
      return id;
    };
    const [now, later] = [
      await waiting({ type: 'Immediate' }),
      await waiting({ type: 'SpecificDate', cancelDate: await ahead(5) }),
    ];
    for (const id of [now, later]) await by.post(`entitlement/${id}/approve`);
    await app.drainJobs();
    expect([await statusOf(now), await statusOf(later)]).toEqual(['CANCELLED', 'ACTIVE']);
    await by.advance(6 * day);
    expect(await statusOf(later)).toBe('CANCELLED');
  });

  test('is dropped when the buyer cancels before', async () => {
    const { id } = await by.ordered('MKB');
    await by.post(`entitlement/${id}/scheduleCancellation`, {
      type: 'SpecificDate',
      cancelDate: await ahead(4000),
    });
    await by.post(`sandbox/entitlement/${id}/cancel`);
    await app.drainJobs();
    expect(await statusOf(id)).toBe('CANCELLED');
    const operations = await by.get(`operation?entitlementId=${id}`);
    expect(operations.map(({ status }: { status: string }) => status)).toEqual(['CANCELED']);
  });

  test('that was dropped is not a pending operation', async () => {
    const far = { type: 'SpecificDate', cancelDate: await ahead(4000) };
    const replaced = await scheduled(far);
    await by.post(`entitlement/${replaced.id}/scheduleCancellation`, far);
    const back = await scheduled(far);
    await by.post(`entitlement/${back.id}/unscheduleCancellation`);
    const cancelled = await scheduled(far);
    await by.post(`entitlement/${cancelled.id}/cancel`);
    await app.drainJobs();
    const states = async ({ id }: { id: string }) =>
      (await by.get(`operation?entitlementId=${id}`)).map(({ status }: { status: string }) => status).sort();
    expect(await states(replaced)).toEqual(['CANCELED', 'RUNNING']);
    expect(await states(back)).toEqual(['CANCELED']);
    expect(await states(cancelled)).toEqual(['CANCELED']);
    expect((await by.entitlement(replaced.id)).metaInfo.entitlementCancellationSchedule).toBeDefined();
  });

  test('that was withdrawn, or replaced by a later or earlier time, has no effect', async () => {
    const far = await ahead(40);
    const back = await scheduled({ type: 'SpecificDate', cancelDate: await ahead(5) });
    const { metaInfo } = await by.post(`entitlement/${back.id}/unscheduleCancellation`);
    expect(metaInfo).not.toHaveProperty('entitlementCancellationSchedule');
    const actions = await by.actions(back.id);
    await by.post(`entitlement/${back.id}/unscheduleCancellation`);
    expect(await by.actions(back.id)).toEqual(actions);
    const later = await scheduled({ type: 'SpecificDate', cancelDate: await ahead(5) });
    await by.post(`entitlement/${later.id}/scheduleCancellation`, { type: 'SpecificDate', cancelDate: far });
    const earlier = await scheduled({ type: 'SpecificDate', cancelDate: far });
    await by.post(`entitlement/${earlier.id}/scheduleCancellation`, { type: 'Immediate' });
    await by.advance(6 * day);
    const statuses = await Promise.all([back.id, later.id, earlier.id].map(statusOf));
    expect(statuses).toEqual(['ACTIVE', 'ACTIVE', 'CANCELLED']);
  });

  test('is an operation that can be followed and cancelled', async () => {
    const { id } = await scheduled({ type: 'SpecificDate', cancelDate: await ahead(5) });
    const [operation] = await by.get(`operation?entitlementId=${id}`);
    expect(operation).toMatchObject({ name: 'Cancel an entitlement as scheduled', status: 'RUNNING' });
    await by.post(`v2/operation/${operation.id}/cancel`);
    await app.drainJobs();
    expect((await by.get(`v2/operation/${operation.id}`)).status).toBe('CANCELED');
    expect((await by.entitlement(id)).metaInfo).not.toHaveProperty('entitlementCancellationSchedule');
    expect(await by.actions(id)).toEqual(['CREATE', 'UPDATE', 'UPDATE']);
    await by.advance(6 * day);
    expect(await statusOf(id)).toBe('ACTIVE');
  });
});
