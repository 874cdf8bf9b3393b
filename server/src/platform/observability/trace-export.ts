import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { service } from '../version.ts';
import { type Recorder, recordSpans, type SpanFacts, type Trace } from './trace.ts';

/**
 * The types for the parts of the OpenTelemetry packages in use. The packages are optional: they are installed only if
 * traces are exported, and loaded at run time.
 */
type SpanContext = { traceId: string; spanId: string; traceFlags: number; isRemote?: boolean };
type Span = {
  spanContext(): SpanContext;
  setAttributes(facts: SpanFacts): void;
  setStatus(status: { code: number }): void;
  end(): void;
};
type Context = { readonly opaque?: never };
type Tracer = {
  startSpan(name: string, options: { kind: number; attributes: SpanFacts }, parent: Context): Span;
};
type Provider = { getTracer(name: string, version: string): Tracer; shutdown(): Promise<void> };
type ExportResult = { code: number; error?: Error };
type Exporter = {
  export(spans: unknown, onExported: (result: ExportResult) => void): void;
  shutdown(): Promise<void>;
  forceFlush?(): Promise<void>;
};
type Resource = { merge(other: Resource): Resource };
type Packages = {
  api: {
    ROOT_CONTEXT: Context;
    SpanKind: { SERVER: number; CLIENT: number; CONSUMER: number };
    SpanStatusCode: { ERROR: number };
    trace: { setSpanContext(context: Context, parent: SpanContext): Context };
  };
  sdk: {
    BasicTracerProvider: new (options: { resource: Resource; spanProcessors: unknown[] }) => Provider;
    BatchSpanProcessor: new (exporter: Exporter) => unknown;
  };
  exporter: { OTLPTraceExporter: new () => Exporter };
  resources: {
    resourceFromAttributes(facts: SpanFacts): Resource;
    detectResources(options: { detectors: unknown[] }): Resource;
    defaultResource(): Resource;
    envDetector: unknown;
  };
};

const packageNames = {
  api: '@opentelemetry/api',
  sdk: '@opentelemetry/sdk-trace-base',
  exporter: '@opentelemetry/exporter-trace-otlp-http',
  resources: '@opentelemetry/resources',
} as const;

export type TraceExport = { stop(): Promise<void> };

type Load = (name: string) => Promise<unknown>;

/** The interval of log lines while spans cannot be sent. */
const quietMs = 60_000;
const stopMs = 3000;

/**
 * Starts sending spans by OTLP over HTTP as JSON. The SDK reads the standard variables `OTEL_…` itself. If its packages
 * are not installed, a warning is logged and the service runs without traces.
 * @param load imports a package
 */
export async function startTracing(
  log: Logger,
  load: Load = (name) => import(name),
): Promise<TraceExport | undefined> {
  const packages = await loadPackages(load);
  if (!packages) {
    log.warn(
      `no traces are sent: OTEL_EXPORTER_OTLP_ENDPOINT is set, but ${Object.values(packageNames).join(', ')} are not installed`,
    );
    return undefined;
  }
  const { sdk, exporter, resources } = packages;
  const provider = new sdk.BasicTracerProvider({
    resource: resources
      .defaultResource()
      .merge(
        resources.resourceFromAttributes({
          'service.name': service.name,
          'service.version': service.version,
        }),
      )
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    spanProcessors: [new sdk.BatchSpanProcessor(exporterWithLog(log, new exporter.OTLPTraceExporter()))],
  });
  recordSpans(createRecorder(packages, provider.getTracer(service.name, service.version)));
  return {
    stop: async () => {
      recordSpans(undefined);
      // An unresponsive collector must not delay the shutdown; its spans are lost.
      await Promise.race([provider.shutdown().catch(() => {}), delay(stopMs, undefined, { ref: false })]);
    },
  };
}

async function loadPackages(load: Load): Promise<Packages | undefined> {
  try {
    const loaded = Object.entries(packageNames).map(async ([key, name]) => [key, await load(name)]);
    return Object.fromEntries(await Promise.all(loaded)) as Packages;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

/** Wraps an exporter to log failures and report success to the SDK: failed spans are dropped. */
function exporterWithLog(log: Logger, inner: Exporter): Exporter {
  let last = Number.NEGATIVE_INFINITY;
  return {
    export: (spans, onExported) =>
      inner.export(spans, (result) => {
        if (result.code !== 0 && performance.now() - last > quietMs) {
          last = performance.now();
          log.warn({ reason: result.error?.message }, 'traces could not be sent');
        }
        onExported({ code: 0 });
      }),
    shutdown: () => inner.shutdown(),
    forceFlush: async () => inner.forceFlush?.(),
  };
}

const sampled = 1;

function createRecorder({ api }: Packages, tracer: Tracer): Recorder {
  const kinds = { server: api.SpanKind.SERVER, client: api.SpanKind.CLIENT, consumer: api.SpanKind.CONSUMER };
  const contextOf = ({ traceId, spanId, flags }: Trace): Context =>
    api.trace.setSpanContext(api.ROOT_CONTEXT, {
      traceId,
      spanId,
      traceFlags: Number.parseInt(flags, 16) & sampled,
      isRemote: true,
    });
  return {
    begin: ({ name, kind, facts }, parent) => {
      const span = tracer.startSpan(
        name,
        { kind: kinds[kind], attributes: facts },
        parent ? contextOf(parent) : api.ROOT_CONTEXT,
      );
      const { traceId, spanId, traceFlags } = span.spanContext();
      return {
        traceId,
        spanId,
        flags: traceFlags & sampled ? '01' : '00',
        end: (atEnd, failed) => {
          span.setAttributes(atEnd);
          if (failed) span.setStatus({ code: api.SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
  };
}
