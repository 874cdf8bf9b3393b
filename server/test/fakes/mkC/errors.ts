/** The codes of refusals with their HTTP statuses. */
const statuses = {
  INVALID_ARGUMENT: 400,
  FAILED_PRECONDITION: 400,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  RESOURCE_EXHAUSTED: 429,
  INTERNAL: 500,
  UNIMPLEMENTED: 501,
  UNAVAILABLE: 503,
} as const;
export type ErrorCode = keyof typeof statuses;

/** A refusal in the form of the vendor’s interfaces. */
export class ServiceError extends Error {
  readonly code: string;
  readonly status: number;
  readonly details: readonly object[];
  readonly headers: Record<string, string>;

  constructor(
    code: ErrorCode | (string & {}),
    message: string,
    details: readonly object[] = [],
    { status, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.code = code;
    this.status = status ?? statuses[code as ErrorCode] ?? 500;
    this.details = details;
    this.headers = headers;
  }
}

export const showError = ({ status, code, message, details }: ServiceError) => ({
  error: { code: status, message, status: code, ...(details.length > 0 && { details }) },
});

/** Creates the refusal of a request, with the member that causes it. */
export const invalid = (field: string, description: string) =>
  new ServiceError('INVALID_ARGUMENT', `${field}: ${description}`, [
    { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ field, description }] },
  ]);
export const wrongState = (message: string) => new ServiceError('FAILED_PRECONDITION', message);
export const notFound = (message = 'Requested entity was not found.') =>
  new ServiceError('NOT_FOUND', message);

/** Creates a refusal with a reason for programs. */
export const refusedFor = (
  code: ErrorCode,
  reason: string,
  message: string,
  headers: Record<string, string> = {},
) =>
  new ServiceError(
    code,
    message,
    [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'googleapis.com' }],
    { headers },
  );
