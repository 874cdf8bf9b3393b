import pino, { type Logger } from 'pino';
import { isDatabaseUnreachable } from '../database/statement.ts';
import { service } from '../version.ts';
import { gatheredLines } from './gathered-lines.ts';
import { nameSources } from './stack-sources.ts';
import { currentTrace } from './trace.ts';

/** The interval of log lines about an unavailable database, which every loop and request would otherwise log. */
const quietMs = 60_000;

/**
 * Creates the service's log, with one JSON object per line. Requests are logged with method, route and status, and
 * without headers, query, body and personal names. The redacted paths are a second safeguard. Lines about an
 * unavailable database are limited to one per minute, with the number of omitted lines.
 */
export function createLog(
  level: string,
  descriptor: 1 | 2 = 1,
  destination: pino.DestinationStream = gatheredLines(descriptor),
): Logger {
  const isKept = createQuiet(() => performance.now());
  return pino(
    {
      level,
      base: { service: service.name, version: service.version },
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: serializeError },
      mixin: () => ({ ...currentTrace() }),
      hooks: {
        logMethod(line, method) {
          const [first] = line as unknown[];
          const error = (first as { err?: unknown } | null)?.err;
          if (!isDatabaseUnreachable(error)) return method.apply(this, line);
          const { kept, left } = isKept();
          if (!kept) return;
          if (left > 0) Object.assign(first as object, { linesLeftOut: left });
          return method.apply(this, line);
        },
      },
      redact: {
        paths: [
          '*.authorization',
          '*.password',
          '*.secret',
          '*.client_secret',
          '*.email',
          '*.connectionString',
        ],
        censor: '[hidden]',
      },
    },
    destination,
  );
}

function serializeError(error: Error): pino.SerializedError {
  const serialized = pino.stdSerializers.err(error);
  // A thrown value need not be an Error.
  if (typeof serialized?.stack === 'string') serialized.stack = nameSources(serialized.stack);
  return serialized;
}

function createQuiet(now: () => number): () => { kept: boolean; left: number } {
  let last = Number.NEGATIVE_INFINITY;
  let left = 0;
  return () => {
    if (now() - last < quietMs) {
      left += 1;
      return { kept: false, left };
    }
    const lost = left;
    last = now();
    left = 0;
    return { kept: true, left: lost };
  };
}
