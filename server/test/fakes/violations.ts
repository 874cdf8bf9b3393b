/** Requests that a local service rejected because its vendor's published model forbids them. */
const found: string[] = [];

/**
 * Records a request that a correct client never sends. A test fails if it does not expect the recorded
 * request.
 */
export const noteViolation = (service: string, operation: string, message: string): void =>
  void found.push(`${service} ${operation}: ${message}`);

/** Returns the violations since the last call, and clears them. */
export const takeViolations = (): string[] => found.splice(0);
