import { printable } from './printable.ts';

/** A thing that is wrong with an input: a JSON pointer into the body, or the name of a parameter. */
export type Finding = { pointer: string; message: string };

export type ErrorDefinition = { code: string; status: number; title: string };

/** The finding as it can be shown: pointer and message may quote the caller. */
export const printableFinding = <F extends Quoting>(finding: F): F => ({
  ...finding,
  ...(finding.pointer === undefined ? {} : { pointer: printable(finding.pointer) }),
  ...(finding.message === undefined ? {} : { message: printable(finding.message) }),
});
type Quoting = { pointer?: string | undefined; message?: string | undefined };

/**
 * The one error class: a code of a closed list, with words for the caller. The cause is for the log only. Words and findings
 * may quote the caller: they are made printable.
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

/** Declares the errors of a slice: `{ file_not_found: [404, 'No such file'] }`. Codes are unique in the program. */
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

/** Lists all error codes of the program, for the documentation pages. */
export const errorCatalogue = (): readonly ErrorDefinition[] => [...catalogue.values()];

/** The errors that any operation may answer (R4). */
export const errors = defineErrors({
  invalid_request: [400, 'The request is not valid'],
  malformed_json: [400, 'The body is not valid JSON'],
  unauthenticated: [401, 'A valid bearer token is needed'],
  forbidden: [403, 'The role of the caller does not allow this'],
  auth_method_not_allowed: [403, 'The way of signing in is not good for this'],
  second_factor_required: [403, 'A sign-in with a second factor is required'],
  organization_suspended: [403, 'The organization is suspended: it can be read, not changed'],
  not_found: [404, 'Not found'],
  method_not_allowed: [405, 'The path has no operation of this method'],
  request_timeout: [408, 'The request did not arrive in time'],
  changed_meanwhile: [412, 'The record is not what If-Match says any more'],
  idempotency_key_in_use: [409, 'A request with this idempotency key is still running'],
  payload_too_large: [413, 'The body is too large'],
  unsupported_media_type: [415, 'The body must be application/json'],
  idempotency_key_reused: [422, 'The idempotency key was used with another request'],
  headers_too_large: [431, 'The headers of the request are too large'],
  quota_exceeded: [429, 'The organization has used up a quota'],
  internal: [500, 'Something went wrong on our side'],
  unavailable: [503, 'The service cannot answer right now'],
  outcome_unknown: [503, 'The connection was lost while the change was being written'],
});

export const invalid = (findings: readonly Finding[]): AppError =>
  errors.invalid_request(
    findings.map((finding) => `${finding.pointer || '/'}: ${finding.message}`).join('; '),
    {
      findings,
    },
  );

/** The body of an error answer: the members of RFC 9457 and our own. */
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
