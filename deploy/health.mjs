/** Ends with 0 when the program of this container or machine is ready: at PORT, or, where it only works, at HEALTH_PORT. */
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
