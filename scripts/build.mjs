import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { build, context } from 'esbuild';
import { root } from './ready.mjs';

/**
 * Writes server/dist, with the sources bundled into a few files, because each file adds to the start-up time. Modules
 * that are loaded by `import()` are separate files, and packages are loaded from node_modules. Types are not checked.
 * With `--watch`, builds again at every change.
 */
const source = path.join(root, 'server', 'src');
const target = path.join(root, 'server', 'dist');

/** Resolves `import.meta.url` to the module's source path, regardless of its bundle. */
const places = {
  name: 'places',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.ts$/ }, ({ path: file }) => {
      const text = readFileSync(file, 'utf8');
      if (!text.includes('import.meta.url')) return undefined;
      const place = `./${path.relative(source, file).replaceAll(path.sep, '/')}`;
      const url = `new URL(${JSON.stringify(place)}, import.meta.url).href`;
      return { contents: text.replaceAll('import.meta.url', url), loader: 'ts' };
    }),
};

/** Copies the setup pages of marketplaces, which the program reads from the folder of its code. */
const pages = {
  name: 'pages',
  setup: ({ onEnd }) =>
    onEnd(() => {
      const folder = path.join(source, 'marketplaces');
      for (const name of readdirSync(folder, { recursive: true }))
        if (path.basename(name) === 'setup.md')
          cpSync(path.join(folder, name), path.join(target, 'marketplaces', name));
    }),
};

/** Removes files of earlier builds, which would remain because file names contain a hash of the content. */
const cleaning = {
  name: 'cleaning',
  setup: ({ onEnd }) =>
    onEnd(({ errors, metafile }) => {
      if (errors.length > 0) return;
      const written = new Set(Object.keys(metafile.outputs).map((file) => path.basename(file)));
      for (const name of readdirSync(target))
        if (!written.has(name)) rmSync(path.join(target, name), { recursive: true });
    }),
};

const options = {
  absWorkingDir: root,
  entryPoints: ['main.ts', 'generate.ts'].map((name) => path.join(source, name)),
  outdir: target,
  bundle: true,
  splitting: true,
  packages: 'external',
  alias: { '@tradepost/sdk': path.join(root, 'sdk', 'src', 'index.ts') },
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  charset: 'utf8',
  sourcemap: true,
  sourcesContent: false,
  metafile: true,
  logLevel: 'warning',
  plugins: [places, cleaning, pages],
};

if (process.argv.includes('--watch')) await (await context(options)).watch();
else await build(options).catch(() => process.exit(1));
