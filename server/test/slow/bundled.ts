import { rm } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { repository } from '../process/program.ts';

/**
 * Builds a program from a test source in the folder of the built service, so that the program finds the
 * service’s files.
 */
export async function bundleProgram(source: string): Promise<{ file: string; remove(): Promise<void> }> {
  const name = path.basename(path.dirname(source));
  const file = path.join(repository, 'server', 'dist', `${name}-${process.pid}.js`);
  await build({
    entryPoints: [path.join(repository, source)],
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
  });
  return { file, remove: () => rm(file, { force: true }) };
}
