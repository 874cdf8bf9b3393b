type BuildScripts = { ensureBuilt(): void; ensureConsole(): void };

/**
 * Builds the service and the console if their sources have changed, because tests start the installed builds.
 */
export default async function setup(): Promise<void> {
  const { href } = new URL('../../scripts/ready.mjs', import.meta.url);
  const { ensureBuilt, ensureConsole } = (await import(href)) as BuildScripts;
  ensureBuilt();
  ensureConsole();
}
