import { setTimeout as delay } from 'node:timers/promises';
import type { Reply } from './harness.ts';

/**
 * Repeats a request while the response is 503, which means that it had no effect; slow machines respond with 503 more
 * often.
 */
export async function untilTaken(request: () => Promise<Reply>): Promise<Reply> {
  for (;;) {
    const reply = await request();
    if (reply.status !== 503) return reply;
    await delay(20);
  }
}
