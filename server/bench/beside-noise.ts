import { setTimeout as delay } from 'node:timers/promises';
import type { Noise, NoiseOrder } from './fairness-noise.ts';
import { startChild } from './processes.ts';

/** Measures while another process makes noise. */
export async function besideNoise<T extends object>(
  order: NoiseOrder,
  measure: () => Promise<T>,
): Promise<T & { noise: Noise }> {
  const child = startChild('fairness-noise');
  try {
    await child.ask(order);
    await delay(1000);
    const measured = await measure();
    return { ...measured, noise: await child.ask<Noise>('end') };
  } finally {
    await child.stop();
  }
}
