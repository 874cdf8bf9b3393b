type Ready = { ensureBuilt(): void; ensureConsole(): void };

/** Builds the program and the console where their sources have changed: tests start both as they are installed. */
export default async function setup(): Promise<void> {
  const { href } = new URL('../../scripts/ready.mjs', import.meta.url);
  const { ensureBuilt, ensureConsole } = (await import(href)) as Ready;
  ensureBuilt();
  ensureConsole();
}
