import { printable } from './printable.ts';

/** Validation error of one input value. `pointer` is a JSON pointer into the body, or the name of a parameter. */
export type Finding = { pointer: string; message: string };

export type ErrorDefinition = { code: string; status: number; title: string };

/** Creates a finding that is safe to print, because its pointer and message may quote the caller. */
export const printableFinding = <F extends FindingTexts>(finding: F): F => ({
  ...finding,
  ...(finding.pointer === undefined ? {} : { pointer: printable(finding.pointer) }),
  ...(finding.message === undefined ? {} : { message: printable(finding.message) }),
});
type FindingTexts = { pointer?: string | undefined; message?: string | undefined };

/**
 * The only class of errors for callers, with an error code from a closed list and a detail text. The cause is only
 * logged. The detail and the findings may quote the caller, so their unprintable characters are escaped.
 */
export class AppError extends Error {
  readonly definition: ErrorDefinition;
  readonly findings: readonly Finding[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    definition: ErrorDefinition,
    detail?: string,
    options: { findings?: readonly Finding[]; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(
      printable(detail ?? definition.title),
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.name = 'AppError';
    this.definition = definition;
    this.findings = (options.findings ?? []).map(printableFinding);
    this.headers = options.headers ?? {};
  }
}

type Definitions = Record<string, readonly [status: number, title: string]>;
type Makers<D extends Definitions> = {
  [K in keyof D]: ((detail?: string, options?: ConstructorParameters<typeof AppError>[2]) => AppError) & {
    definition: ErrorDefinition;
  };
};

const catalogue = new Map<string, ErrorDefinition>();

/** Declares the errors of a slice: `{ file_not_found: [404, 'File not found'] }`. Codes are unique in the service. */
export function defineErrors<const D extends Definitions>(definitions: D): Makers<D> {
  const makers = Object.entries(definitions).map(([code, [status, title]]) => {
    if (catalogue.has(code)) throw new Error(`error code ${code} is defined twice`);
    const definition = { code, status, title };
    catalogue.set(code, definition);
    const make = (detail?: string, options?: ConstructorParameters<typeof AppError>[2]) =>
      new AppError(definition, detail, options);
    return [code, Object.assign(make, { definition })];
  });
  return Object.fromEntries(makers) as Makers<D>;
}

/** Lists all error codes of the service, for the documentation pages. */
export const errorCatalogue = (): readonly ErrorDefinition[] => [...catalogue.values()];

/** The errors that every operation may return (R4). */
export const errors = defineErrors({
  invalid_request: [400, 'Invalid request'],
  malformed_json: [400, 'The body is not valid JSON'],
  unauthenticated: [401, 'A valid bearer token is required'],
  forbidden: [403, "The caller's role does not allow this operation"],
  auth_method_not_allowed: [403, 'This sign-in method is not allowed for this organization'],
  second_factor_required: [403, 'A sign-in with a second factor is required'],
  organization_suspended: [403, 'The organization is read-only'],
  not_found: [404, 'Not found'],
  method_not_allowed: [405, 'Method not allowed'],
  request_timeout: [408, 'The request did not arrive in time'],
  changed_meanwhile: [412, 'The record has changed since the version in If-Match'],
  idempotency_key_in_use: [409, 'A request with this idempotency key is in flight'],
  payload_too_large: [413, 'The body is too large'],
  unsupported_media_type: [415, 'The body must be application/json'],
  idempotency_key_reused: [422, 'The idempotency key was used for another request'],
  headers_too_large: [431, 'The request headers are too large'],
  quota_exceeded: [429, 'The organization has reached a quota'],
  internal: [500, 'Internal error'],
  unavailable: [503, 'The service is temporarily unavailable'],
  outcome_unknown: [503, 'The outcome of the change is unknown'],
});

export const invalid = (findings: readonly Finding[]): AppError =>
  errors.invalid_request(
    findings.map((finding) => `${finding.pointer || '/'}: ${finding.message}`).join('; '),
    {
      findings,
    },
  );

/** The body of an error response, with the members of RFC 9457 and additional members of this API. */
export type Problem = {
  type: string;
  title: string;
  status: number;
  detail: string;
  instance: string;
  code: string;
  requestId: string;
  errors?: readonly Finding[];
};

export function toProblem(
  error: AppError,
  context: { instance: string; requestId: string; baseUrl: string },
): Problem {
  const { code, status, title } = error.definition;
  return {
    type: `${context.baseUrl}/docs/errors/${code}`,
    title,
    status,
    detail: error.message,
    instance: printable(context.instance),
    code,
    requestId: context.requestId,
    ...(error.findings.length > 0 ? { errors: error.findings } : {}),
  };
}
