import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';

/**
 * Computes the number of files that an operation involves: the files with functions that are reachable by static calls
 * from its entry, and the number of these calls that lead to another folder. A function of `src/platform` is counted,
 * but its calls are not followed.
 */
const root = path.resolve(import.meta.dirname, '../server/src');
const entries = [
  ['cancel an offer', 'offers/cancel.ts#cancelOffer'],
  ['create an offer', 'offers/create.ts#createOffer'],
  ['observe an agreement', 'entitlements/agreements/update.ts#observeEntitlement'],
  ['observe an offer', 'offers/observe.ts#observeOffer'],
];

/** Calls `visit` for each node of a syntax tree. */
function walk(node, visit) {
  if (Array.isArray(node)) for (const one of node) walk(one, visit);
  else if (node && typeof node.type === 'string') {
    visit(node);
    for (const key of Object.keys(node)) if (typeof node[key] === 'object') walk(node[key], visit);
  }
}

const nameOf = (node) => node.name ?? node.value;

/** Returns the names that a top-level declaration declares. */
function declared(declaration) {
  if (declaration.type === 'VariableDeclaration')
    return declaration.declarations.flatMap(({ id, init }) =>
      id.type === 'Identifier' ? [[id.name, init]] : [],
    );
  return declaration.id ? [[declaration.id.name, declaration]] : [];
}

/** Parses a module: its functions, imports, exports and re-exports. */
function parse(file) {
  const { program } = parseSync(file, readFileSync(file, 'utf8'));
  const module = { file, functions: new Map(), imports: new Map(), reexports: new Map(), stars: [] };
  const resolve = (source) => (source.startsWith('.') ? path.resolve(path.dirname(file), source) : undefined);
  for (const statement of program.body) {
    const source = statement.source && resolve(statement.source.value);
    if (statement.type === 'ImportDeclaration' && source)
      for (const one of statement.specifiers)
        module.imports.set(one.local.name, { source, name: one.imported ? nameOf(one.imported) : undefined });
    else if (statement.type === 'ExportAllDeclaration' && source) module.stars.push(source);
    else if (statement.type === 'ExportNamedDeclaration') {
      for (const one of statement.specifiers)
        if (source) module.reexports.set(nameOf(one.exported), { source, name: nameOf(one.local) });
      if (statement.declaration)
        for (const [name, node] of declared(statement.declaration)) module.functions.set(name, node);
    } else for (const [name, node] of declared(statement)) module.functions.set(name, node);
  }
  return module;
}

const modules = new Map(
  readdirSync(root, { recursive: true })
    .filter((file) => file.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(file))
    .map((file) => path.join(root, file))
    .map((file) => [file, parse(file)]),
);

/** Finds the module and name that declare an exported name. */
function origin(file, name) {
  const module = modules.get(file);
  if (!module) return undefined;
  if (module.functions.has(name)) return { file, name };
  const passed = module.reexports.get(name) ?? module.imports.get(name);
  if (passed) return origin(passed.source, passed.name);
  return module.stars.map((source) => origin(source, name)).find(Boolean);
}

/** Returns the imported functions and classes that a function calls by name. */
function called({ file, name }) {
  const { functions, imports } = modules.get(file);
  const found = new Map();
  walk(functions.get(name), (node) => {
    if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return;
    const { callee } = node;
    if (callee.type !== 'Identifier') return;
    const imported = imports.get(callee.name);
    const target = imported
      ? origin(imported.source, imported.name)
      : functions.has(callee.name) && { file, name: callee.name };
    if (target) found.set(`${target.file}#${target.name}`, target);
  });
  return [...found.values()];
}

const folderOf = (file) => path.dirname(path.relative(root, file));
const isPlatform = (file) => folderOf(file).split(path.sep)[0] === 'platform';

function reach(entry) {
  const [file, name] = entry.split('#');
  const start = { file: path.join(root, file), name };
  if (!modules.get(start.file)?.functions.has(name)) throw new Error(`${entry} does not exist.`);
  const files = new Set();
  const edges = new Set();
  const seen = new Set();
  const visit = (one) => {
    const key = `${one.file}#${one.name}`;
    if (seen.has(key)) return;
    seen.add(key);
    files.add(one.file);
    if (isPlatform(one.file)) return;
    for (const next of called(one)) {
      if (next.file !== one.file) edges.add(`${one.file} ${next.file}`);
      visit(next);
    }
  };
  visit(start);
  const changes = [...edges].filter((edge) => new Set(edge.split(' ').map(folderOf)).size > 1);
  return { files: [...files].map((one) => path.relative(root, one)), changes: changes.length };
}

/** Prints the reach of one entry with its files, or of the default entries. */
export function printReach(only) {
  for (const [task, entry] of only ? [[only, only]] : entries) {
    const { files, changes } = reach(entry);
    const platform = files.filter((file) => file.startsWith('platform'));
    process.stdout.write(
      `${task}: ${files.length - platform.length} files and ${platform.length} of platform, ${changes} calls to another folder\n`,
    );
    if (only) for (const file of files.sort()) process.stdout.write(`  ${file}\n`);
  }
}
