/** Requests that a local service refused because its vendor's published model forbids them. */
const found: string[] = [];

/** Notes a request that no correct client sends. A test fails in which one was sent that it did not ask about. */
export const noteViolation = (service: string, operation: string, message: string): void =>
  void found.push(`${service} ${operation}: ${message}`);

/** Answers the violations since the last call, and forgets them. */
export const takeViolations = (): string[] => found.splice(0);
