/** A refusal with the marketplace’s code. The interface decides the form of the body. */
export class ServiceError extends Error {
  readonly status: number;
  readonly code: string;
  /** Members in addition to code and message. */
  readonly more: object;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    code: string,
    message: string,
    more: object = {},
    headers: Record<string, string> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.more = more;
    this.headers = headers;
  }
}

export const badRequest = (message: string, more: object = {}) =>
  new ServiceError(400, 'BadRequest', message, more);
export const notFound = (message: string) => new ServiceError(404, 'EntityNotFound', message);
export const conflict = (message: string, more: object = {}) =>
  new ServiceError(409, 'Conflict', message, more);
export const forbidden = (message: string) => new ServiceError(403, 'Forbidden', message);
