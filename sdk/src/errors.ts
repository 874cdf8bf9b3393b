import type { ErrorCode } from './generated/codes.ts';

export type { ErrorCode } from './generated/codes.ts';

/**
 * The error codes of the service and of this client: `connection_lost` for a missing response, `token_refused` for an
 * error of the token endpoint, `unknown_answer` for a response of a different server, such as a proxy.
 */
export type TradepostErrorCode = ErrorCode | 'connection_lost' | 'token_refused' | 'unknown_answer';

export type FieldError = { pointer: string; message: string };

type Problem = {
  code?: string;
  title?: string;
  detail?: string;
  requestId?: string;
  errors?: FieldError[];
  error?: string;
  error_description?: string;
};

/** An error for a call that the service rejected, or that got no response after all attempts. */
export class TradepostError extends Error {
  override readonly name = 'TradepostError';
  readonly code: TradepostErrorCode;
  /** The HTTP status; 0 without a response. */
  readonly status: number;
  /** The invalid fields, by JSON pointer. */
  readonly errors: readonly FieldError[];
  /** The id of the request in the service's log. */
  readonly requestId: string | undefined;
  /** The wait requested by the service. */
  readonly retryAfterMs: number | undefined;

  constructor(
    code: TradepostErrorCode,
    message: string,
    about: {
      status?: number;
      errors?: FieldError[] | undefined;
      requestId?: string | undefined;
      retryAfterMs?: number | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(message, about.cause === undefined ? {} : { cause: about.cause });
    this.code = code;
    this.status = about.status ?? 0;
    this.errors = about.errors ?? [];
    this.requestId = about.requestId;
    this.retryAfterMs = about.retryAfterMs;
  }
}

/** Creates the error of an unsuccessful response. `nowMs` is needed for a `Retry-After` that is a date. */
export function errorOf(
  answer: { status: number; headers: Headers; text: string },
  nowMs: number,
): TradepostError {
  const { status, headers, text } = answer;
  const problem = problemIn(text);
  const code = problem.code ?? (problem.error ? 'token_refused' : 'unknown_answer');
  const words = problem.detail ?? problem.title ?? problem.error_description ?? text.slice(0, 300);
  return new TradepostError(
    code as TradepostErrorCode,
    `The service responded with ${status} ${code}: ${words}`,
    {
      status,
      errors: problem.errors,
      requestId: problem.requestId ?? headers.get('x-correlation-id') ?? undefined,
      retryAfterMs: retryAfterMs(headers.get('retry-after'), nowMs),
    },
  );
}

function problemIn(text: string): Problem {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

function retryAfterMs(header: string | null, nowMs: number): number | undefined {
  if (!header) return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - nowMs;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
