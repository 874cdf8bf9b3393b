import { setTimeout as delay } from 'node:timers/promises';
import type { Reply } from './harness.ts';

/** Repeats a request for as long as it is answered 503: nothing was done then, and a slow machine says so more often. */
export async function untilTaken(request: () => Promise<Reply>): Promise<Reply> {
  for (;;) {
    const reply = await request();
    if (reply.status !== 503) return reply;
    await delay(20);
  }
}
