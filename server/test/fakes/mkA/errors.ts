/** The protocol of a service: JSON by target, JSON by path, form with XML responses, or documents. */
export type Protocol = 'JSON' | 'REST' | 'QUERY' | 'DOCUMENT';

/** An error response with the services’ own error names. */
export class ServiceError extends Error {
  readonly code: string;
  readonly status: number;
  /** Members in addition to the message. */
  readonly more: object;
  readonly headers: Record<string, string>;

  constructor(
    code: string,
    status: number,
    message: string,
    more: object = {},
    headers: Record<string, string> = {},
  ) {
    super(message);
    this.code = code;
    this.status = status;
    this.more = more;
    this.headers = headers;
  }
}

/** Creates the error for an invalid body: 422 at the catalog, 400 at all other services. */
export const invalid = (status: 400 | 422, message: string, more: object = {}) =>
  new ServiceError('ValidationException', status, message, more);

export const denied = (message: string) => new ServiceError('AccessDeniedException', 403, message);
