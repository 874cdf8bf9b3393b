import { afterAll, expect, test } from 'vitest';
import { entitlementsOf } from '../entitlements.fixture.ts';
import { startTestApp, type TestApp } from '../harness.ts';

const apps: TestApp[] = [];
afterAll(() => Promise.all(apps.map((app) => app.stop())));

test.each([
  ['is ended a day later', false, 'CANCELLED'],
  ['goes on where agreements may outlive their terms', true, 'ACTIVE'],
])(
  'an agreement that its marketplace still shows as active after its term %s',
  async (_, outlivesTerms, status) => {
    const app = await startTestApp({
      registry: (own) => ({
        ...own,
        find: (organization, partner) => {
          const adapter = own.find(organization, partner);
          if (!adapter) return undefined;
          return {
            ...adapter,
            describe: () => ({ ...adapter.describe(), outlivesTerms }),
            readAgreement: async (id) => {
              const agreement = await adapter.readAgreement(id);
              return agreement && { ...agreement, status: 'ACTIVE' as const, outlivesTerm: outlivesTerms };
            },
          };
        },
      }),
    });
    apps.push(app);
    const by = entitlementsOf(app, await app.organization({ at: '2031-05-12T10:20:00Z' }));
    const info = { mkCDuration: 1, commits: [{ key: 'fee', rate: 100 }] };
    const { id } = await by.accepted({ partner: 'MKC', info });
    await by.post('sandbox/clock', { advance: 'P40D' });
    await app.drainJobs();
    expect((await by.entitlement(id)).status).toBe(status);
  },
);
