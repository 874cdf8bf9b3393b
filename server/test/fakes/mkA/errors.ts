/** How a service speaks: JSON by target, JSON by path, form with XML answers, or documents. */
export type Protocol = 'JSON' | 'REST' | 'QUERY' | 'DOCUMENT';

/** An answer that is an error, as the services name it. */
export class ServiceError extends Error {
  readonly code: string;
  readonly status: number;
  /** Members beside the message. */
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

/** What a body may be said to be wrong in: 422 at the catalog, 400 elsewhere. */
export const invalid = (status: 400 | 422, message: string, more: object = {}) =>
  new ServiceError('ValidationException', status, message, more);

export const denied = (message: string) => new ServiceError('AccessDeniedException', 403, message);
