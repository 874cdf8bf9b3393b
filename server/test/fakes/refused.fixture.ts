import { takeViolations } from './violations.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
export type Reply = { status: number; body: any; headers: Headers };

/** Sends a call that the published model forbids, and returns its response. */
export async function refused(call: Promise<Reply>): Promise<Reply> {
  const reply = await call;
  const violations = takeViolations();
  if (violations.length === 0) throw new Error(`The call was not a violation: ${reply.status}`);
  return reply;
}
