const seed = process.env.SEED;

/** Makes property tests repeat the histories of a run, as the suites in `slow/` do with their own generator. */
if (seed) {
  const { configureGlobal } = await import('fast-check');
  configureGlobal({ seed: Number(seed) });
}
