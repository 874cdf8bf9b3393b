/** Exits with 0 if the program on this machine is ready, at PORT or, for `work`, at HEALTH_PORT. */
const ports = [process.env.PORT ?? '8080', process.env.HEALTH_PORT].filter(Boolean);
const isReady = async (port) => {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(4000) })).ok;
  } catch {
    return false;
  }
};
for (const port of ports) if (await isReady(port)) process.exit(0);
process.exit(1);
