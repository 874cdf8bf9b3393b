import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type AdapterRegistry,
  type MarketplaceAdapter,
  MarketplaceError,
} from '../../src/marketplaces/index.ts';
import { formsOf, tablesWith } from '../canaries.ts';
import { createConnectorDouble, integrationOf } from '../connector-double.ts';
import { startTestApp, type TestApp } from '../harness.ts';

const double = createConnectorDouble();
const lines: string[] = [];
let app: TestApp;
let registry: AdapterRegistry;
beforeAll(async () => {
  app = await startTestApp({
    environment: { LOG_LEVEL: 'trace' },
    onLog: (line) => lines.push(JSON.stringify(line)),
    connectors: new Map([['MKA', double]]),
    registry: (own) => {
      registry = own;
      return own;
    },
  });
});
afterAll(() => app.stop());

/** A secret with characters that are encoded in URLs, JSON and headers. */
const canary = 'can+ary/0123"456=789';
const forms = formsOf(canary);
const said = `signed with ${forms.join(' and ')}`;

/** Creates a client error that contains the request with its headers, and a cause with the same headers. */
const leaking = (kind: 'refused' | 'unauthorized' | 'unreachable' | 'unknown' | undefined) => () => {
  const cause = Object.assign(new Error(said), { request: { headers: { authorization: said } } });
  if (!kind) throw Object.assign(new TypeError(said), { request: said, cause });
  throw Object.assign(new MarketplaceError(said, { kind, readable: `Words: ${said}.`, cause }), {
    request: said,
  });
};

const leaks = (text: string): string[] => forms.filter((form) => text.includes(form));

test('no secret of an integration is in an error, log, event, list, response or table', async () => {
  const org = await app.organization({ environment: 'PROD' });
  const integration = integrationOf(app, org);
  const shown = [await integration.create({ key: canary }, { mkAIntegration: { secretKey: canary } })];
  const adapter = registry.find({ organizationId: org.id, environment: 'PROD' }, 'MKA') as MarketplaceAdapter;
  for (const kind of ['refused', 'unreachable', 'unknown', undefined, 'unauthorized'] as const) {
    double.answers.readOffer = leaking(kind);
    const error = (await adapter.readOffer('o').catch((thrown: unknown) => thrown)) as MarketplaceError;
    expect([error instanceof MarketplaceError, error.kind]).toEqual([kind !== undefined, kind]);
    const cause = error.cause as Error | undefined;
    const all = [
      error.message,
      error.readable,
      error.stack,
      cause?.message,
      cause?.stack,
      JSON.stringify(error),
    ];
    expect(leaks(all.join('\n')), kind).toEqual([]);
    expect(error.message).toContain('********');
    expect(Object.keys({ ...error })).not.toContain('request');
    for (const ending of ['refused', 'unreachable'] as const) {
      double.answers.verifyCredentials = leaking(ending);
      shown.push(await integration.verify());
    }
    shown.push(await integration.verification(), await integration.read());
  }
  double.answers.verifyCredentials = () => ({
    verified: false,
    message: said,
    account: said,
    checks: [{ name: 'key', passed: false, message: said }],
  });
  shown.push(await integration.verify(), await integration.verification());
  double.answers.createOffer = () => ({ state: 'FAILED', code: said, readable: said });
  shown.push({ text: JSON.stringify(await adapter.createOffer({} as never, 'key')) } as (typeof shown)[0]);
  await integration.runWaiting();
  for (const path of ['integration', 'auditEvent', 'notificationEvent', 'operation'])
    shown.push(await app.request('GET', `/org/${org.id}/${path}`, { token: org.token }));
  expect(leaks(shown.map(({ text }) => text).join('\n'))).toEqual([]);
  expect(lines.length).toBeGreaterThan(10);
  expect(leaks(lines.join('\n').replaceAll('\\\\', '\\'))).toEqual([]);
  expect(await tablesWith(app.database, forms)).toEqual([]);
});
