import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { ensureBuilt, ensureConsole, ensureInstalled, root } from './ready.mjs';

/**
 * Writes the program for servers: built, with only its runtime dependencies. `npm run package -- FOLDER` omits the
 * embedded database, because servers have a DATABASE_URL; `--embedded` includes it. `--tracing` adds the packages that
 * send traces, `--cjk` fonts for Chinese, Japanese and Korean. The software bill of materials is written beside the
 * folder, as `FOLDER.cdx.json`.
 */
const [folder, ...flags] = process.argv.slice(2);
if (!folder || flags.some((flag) => !['--embedded', '--tracing', '--cjk'].includes(flag))) {
  process.stderr.write('Usage: npm run package -- FOLDER [--embedded] [--tracing] [--cjk]\n');
  process.exit(2);
}
const target = path.resolve(process.env.INIT_CWD ?? '.', folder);
if (existsSync(target) && readdirSync(target).length > 0) {
  process.stderr.write(`${target} is not empty.\n`);
  process.exit(1);
}
/**
 * The fonts that are excluded from the dependencies because of their size: 270 MB even without the weights removed
 * below.
 */
const cjkFonts = ['jp', 'kr', 'sc', 'tc'].map((place) => `@expo-google-fonts/noto-sans-${place}@0.4.3`);
const isEmbedded = flags.includes('--embedded');
const omitted = ['--omit=dev', ...(isEmbedded ? [] : ['--omit=optional'])];
const to = (...parts) => path.join(target, ...parts);

ensureInstalled({ tools: false });
ensureBuilt();
ensureConsole();
const { version, license, engines, devDependencies } = JSON.parse(
  readFileSync(path.join(root, 'package.json'), 'utf8'),
);
mkdirSync(to('server'), { recursive: true });
for (const file of [
  'LICENSE',
  'README.md',
  'package.json',
  'package-lock.json',
  'server/package.json',
  'server/tradepost.mjs',
  'sdk/package.json',
  'console/package.json',
])
  cpSync(path.join(root, file), to(file));
for (const part of ['server/dist', 'server/migrations', 'server/workers', 'docs', 'deploy'])
  if (existsSync(path.join(root, part))) cpSync(path.join(root, part), to(part), { recursive: true });
npm('ci');
if (flags.includes('--tracing')) npm('install', '--save-exact', ...tracingPackages());
if (flags.includes('--cjk')) npm('install', '--save-exact', ...cjkFonts);
writeSbom();
drop();
// Omitting the lock file and workspaces prevents an accidental installation of the tools. SDK and console are part of
// the build.
rmSync(to('package-lock.json'));
rmSync(to('sdk'), { recursive: true });
rmSync(to('console', 'package.json'));
cpSync(path.join(root, 'console/dist'), to('console/dist'), { recursive: true });
const manifest = { name: 'tradepost', version, private: true, type: 'module', license, engines };
writeFileSync(to('package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
process.stdout.write(`${target}: tradepost ${version}, ${(sizeOf(target) / 1e6).toFixed(0)} MB\n`);

/** Returns the tracing packages in the versions that tests use; the lock file has their dependencies. */
function tracingPackages() {
  const packages = Object.entries(devDependencies).filter(([name]) => name.startsWith('@opentelemetry/'));
  return packages.map(([name, its]) => `${name}@${its}`);
}

function npm(...command) {
  const options = ['--workspace=server', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', [...command, ...omitted, ...options], {
    cwd: target,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
}

/**
 * Writes the software bill of materials from the lock file: installed packages, and packages from which the console was
 * built. Other packages are first removed from the lock file, because `--omit` would also remove their shared
 * dependencies.
 */
function writeSbom() {
  change('package.json', (manifest) => delete manifest.devDependencies);
  change('package-lock.json', ({ packages }) => {
    delete packages[''].devDependencies;
    const isLeftOut = ({ dev, optional, devOptional }) => dev || (!isEmbedded && (optional || devOptional));
    for (const [place, record] of Object.entries(packages)) if (isLeftOut(record)) delete packages[place];
  });
  const format = ['--sbom-format=cyclonedx', '--package-lock-only', '--loglevel=error'];
  const text = execFileSync('npm', ['sbom', ...format, ...omitted], {
    cwd: target,
    encoding: 'utf8',
    maxBuffer: 1e8,
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
  });
  writeFileSync(`${target}.cdx.json`, text);
}

function change(file, how) {
  const content = JSON.parse(readFileSync(to(file), 'utf8'));
  how(content);
  writeFileSync(to(file), JSON.stringify(content));
}

/**
 * Removes parts of packages for builds, browsers and other module systems. A pattern without a match is outdated and
 * fails.
 */
function drop() {
  const unused = [
    /^node_modules\/.*\.map$/,
    /^node_modules\/.*\.d\.[mc]?ts$/,
    /^node_modules\/.*\.test\.[mc]?[jt]s$/,
    /^node_modules\/(.*\/node_modules\/)?(@[^/]+\/)?[^/]+\/(test|tests|benchmarks?|examples?)$/,
    /^node_modules\/@cantoo\/pdf-lib\/(dist|es|src|ts3\.4)$/,
    /^node_modules\/dejavu-fonts-ttf\/ttf\/DejaVu(?!Sans(-Bold)?\.ttf)/,
    /^node_modules\/@expo-google-fonts\/[^/]+\/(?!400Regular$|700Bold$)\d00\w+$/,
    /^node_modules\/@expo-google-fonts\/.*\.png$/,
    /^node_modules\/harfbuzzjs\/dist\/harfbuzz-subset\.wasm$/,
    /^node_modules\/pdfkit\/js\/pdfkit\.(browser|standalone)/,
    /^node_modules\/zod\/src$/,
    /^server\/dist\/.*\.map$/,
  ];
  const files = readdirSync(target, { recursive: true }).map((file) => file.replaceAll(path.sep, '/'));
  for (const pattern of unused) {
    const found = files.filter((file) => pattern.test(file));
    if (found.length === 0) throw new Error(`No file matches this pattern of unused files: ${pattern}`);
    for (const file of found) rmSync(to(file), { recursive: true, force: true });
  }
}

function sizeOf(file) {
  const stat = lstatSync(file);
  if (!stat.isDirectory()) return stat.size;
  return readdirSync(file).reduce((sum, name) => sum + sizeOf(path.join(file, name)), 0);
}
