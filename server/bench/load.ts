import { type Driven, drive } from './drive.ts';
import { requestMaker, type Target, type World } from './requests.ts';

export type LoadOrder = {
  world: World;
  target: Target;
  port: number;
  connections: number;
  seconds: number;
  seed: number;
  run: number;
};

/** The load generator is a process of its own; it is told what to do and answers what it measured. */
process.on('message', async ({ world, target, seed, run, ...how }: LoadOrder) => {
  const result: Driven = await drive({ ...how, next: requestMaker(world, target, seed, run) });
  process.send?.(result);
});
process.on('disconnect', () => process.exit());
