import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { isRecording, traceOf } from '../../src/platform/observability/trace.ts';
import { startTracing } from '../../src/platform/observability/trace-export.ts';
import { readConfig } from '../../src/platform/system/config.ts';
import { startTestApp } from '../harness.ts';
import { startReceiver } from '../webhook-receiver.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

const log = pino({ level: 'silent' });
const traceId = '0af7651916cd43dd8448eb211c80319c';
const callerId = 'b7ad6b7169203331';

type ExportedSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  status: { code?: number };
  attributes: { key: string; value: Record<string, unknown> }[];
};
type Body = {
  resourceSpans: {
    resource: { attributes: ExportedSpan['attributes'] };
    scopeSpans: { spans: ExportedSpan[] }[];
  }[];
};

/** Starts a trace receiver: OTLP over HTTP as JSON. */
async function startCollector(status = 200) {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    if (request.url === '/v1/traces') bodies.push(text);
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const parsed = () => bodies.flatMap((body) => (JSON.parse(body) as Body).resourceSpans);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    text: () => bodies.join('\n'),
    resource: () => factsOf(parsed()[0]?.resource.attributes ?? []),
    spans: () =>
      parsed()
        .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
        .map((span) => ({ ...span, facts: factsOf(span.attributes) })),
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

const factsOf = (attributes: ExportedSpan['attributes']): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

test('requests, jobs and outgoing calls are sent as parts of the caller’s trace, with codes and hosts only', async () => {
  const [collector, receiver] = [await startCollector(), await startReceiver()];
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector.url);
  vi.stubEnv('OTEL_SERVICE_NAME', 'shop');
  const tracing = await startTracing(log);
  const app = await startTestApp({ environment: { WEBHOOK_ALLOW_INSECURE_URL: 'true' } });
  const org = await app.organization();
  const call = (method: string, path: string, body: unknown, headers = {}) =>
    app.request(method, `/org/${org.id}/${path}`, { token: org.token, body, headers });
  await call('POST', 'webhook', { url: `${receiver.url}/quiet-path`, scopes: ['CREATE.BUYER'] });
  const sampled = { traceparent: `00-${traceId}-${callerId}-01` };
  const offer = await call('POST', 'offer', { partner: 'MKA', name: 'Hushed offer' }, sampled);
  expect(offer.status, offer.text).toBe(200);
  await app.drainJobs();
  await call('POST', 'buyer', { name: 'Hushed buyer', emailAddress: 'hushed@example.com' });
  await app.sendWebhooks();
  const unsampled = { traceparent: `00-${'1'.repeat(32)}-${callerId}-00` };
  expect((await call('GET', 'offer?name=hushed', undefined, unsampled)).status).toBe(200);
  expect((await app.request('GET', '/org/hushed-organization/offer', { token: org.token })).status).toBe(404);
  await app.request('GET', '/livez');
  await app.stop();
  await tracing?.stop();

  const spans = collector.spans();
  const named = (name: string) => spans.filter((span) => span.name === name);
  const [request] = named('POST /org/:orgId/offer');
  expect(request).toMatchObject({ traceId, parentSpanId: callerId, kind: 2 });
  expect(request?.facts).toEqual({
    'http.request.method': 'POST',
    'http.route': '/org/:orgId/offer',
    'http.response.status_code': 200,
    'tradepost.organization': org.id,
  });
  const [job] = named('job offers.create');
  expect(job).toMatchObject({ traceId, parentSpanId: request?.spanId, kind: 5 });
  expect(job?.facts).toEqual({
    'tradepost.job': 'offers.create',
    'tradepost.organization': org.id,
    'tradepost.job.outcome': 'done',
  });
  const [asked] = named('marketplace createOffer');
  expect(asked).toMatchObject({ traceId, parentSpanId: job?.spanId, kind: 3 });
  expect(asked?.facts).toEqual({ 'tradepost.marketplace': 'MKA' });
  expect(named('webhook POST').map(({ facts, kind }) => ({ ...facts, kind }))).toEqual([
    {
      'http.request.method': 'POST',
      'server.address': '127.0.0.1',
      kind: 3,
      'http.response.status_code': 200,
    },
  ]);
  expect(named('GET /org/:orgId/offer').map(({ facts }) => facts['tradepost.organization'])).toEqual([
    undefined,
  ]);
  expect(named('GET /livez')).toEqual([]);
  expect(spans.map((span) => span.traceId)).not.toContain('1'.repeat(32));
  expect(collector.text()).not.toMatch(/hushed|quiet-path/i);
  expect(collector.resource()).toMatchObject({ 'service.name': 'shop', 'service.version': /./ });
  expect(isRecording()).toBe(false);
  await Promise.all([collector.stop(), receiver.stop()]);
});

test('the standard variables control the sending of traces', async () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:4318';
  expect(readConfig({}).sendsTraces).toBe(false);
  expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT }).sendsTraces).toBe(true);
  for (const off of [{ OTEL_SDK_DISABLED: 'true' }, { OTEL_TRACES_EXPORTER: 'none' }])
    expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT, ...off }).sendsTraces).toBe(false);
  expect(() => readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' })).toThrow(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
  );
  const collector = await startCollector();
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector.url);
  vi.stubEnv('OTEL_TRACES_SAMPLER', 'always_off');
  const tracing = await startTracing(log);
  const trace = traceOf(undefined, () => ({ name: 'x', kind: 'server', facts: {} }));
  trace.end?.({}, false);
  await tracing?.stop();
  expect([trace.flags, collector.spans()]).toEqual(['00', []]);
  await collector.stop();
});

test('without the packages one line reports it, and nothing is recorded', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  const missing = Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' });
  expect(await startTracing(log, () => Promise.reject(missing))).toBeUndefined();
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
    expect.stringMatching(
      /^no traces are sent: OTEL_EXPORTER_OTLP_ENDPOINT is set, but .* are not installed$/,
    ),
  ]);
  expect(isRecording()).toBe(false);
});

test('a receiver that refuses causes one line a minute', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  const collector = await startCollector(400);
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector.url);
  vi.stubEnv('OTEL_BSP_MAX_EXPORT_BATCH_SIZE', '1');
  const tracing = await startTracing(log);
  for (let n = 0; n < 3; n++)
    traceOf(undefined, () => ({ name: 'x', kind: 'server', facts: {} })).end?.({}, false);
  await tracing?.stop();
  expect(collector.spans()).toHaveLength(3);
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['traces could not be sent']);
  await collector.stop();
});

test('without recording, no span is created', () => {
  const start = vi.fn();
  const trace = traceOf(undefined, start);
  expect([start.mock.calls, Object.keys(trace)]).toEqual([[], ['traceId', 'spanId', 'flags']]);
});
