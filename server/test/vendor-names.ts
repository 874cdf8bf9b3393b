/** A text file of the repository, by path. */
export type Text = { file: string; text: string };

/** The names of each vendor, and its packages whose names do not contain a vendor name. */
const vendors: readonly { names: readonly string[]; packages?: readonly string[] }[] = [
  { names: ['aws', 'amazon'], packages: ['@smithy/'] },
  { names: ['azure', 'microsoft', 'dynamics'], packages: ['msal', 'powerbi'] },
  { names: ['gcp', 'google'], packages: ['googleapis', 'google-auth-library', 'gaxios'] },
  { names: ['alibaba', 'aliyun'], packages: ['@alicloud'] },
  { names: ['oracle'], packages: ['oci-', 'oracledb'] },
  { names: ['snowflake'] },
  { names: ['salesforce'], packages: ['jsforce', '@jsforce'] },
  { names: ['hubspot'] },
  { names: ['stripe'] },
  { names: ['digitalocean'] },
  { names: ['redhat'] },
  { names: ['ibm'] },
  { names: ['sap'] },
  { names: ['datadog'], packages: ['dd-trace'] },
  { names: ['zuora'] },
  { names: ['chargebee'] },
  { names: ['avalara'], packages: ['avatax'] },
];

const names = vendors.flatMap((vendor) => vendor.names);
const titled = (name: string) => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
/** Matches a name as a separate word in lower or upper case, and as a part of a camel-case name. */
const word = new RegExp(
  [
    `(?<![A-Za-z])(${names.flatMap((name) => [name, name.toUpperCase()]).join('|')})(?![a-z])`,
    `(?<![A-Z])(${names.map(titled).join('|')})(?![a-z])`,
  ].join('|'),
  'g',
);

/** Returns the vendors' names in a text, in lower case. */
export const vendorNames = (text: string): string[] =>
  [...text.matchAll(word)].map((match) => match[0].toLowerCase());

const vendorOfName = (name: string) => vendors.findIndex((vendor) => vendor.names.includes(name));

/** Returns the index of the vendor of a package; -1 for other packages. */
function vendorOfPackage(name: string): number {
  const [named] = vendorNames(name);
  if (named !== undefined) return vendorOfName(named);
  return vendors.findIndex(({ packages = [] }) => packages.some((prefix) => name.startsWith(prefix)));
}

/** Returns whether a vendor publishes the package for its own service. */
export const isVendorPackage = (name: string): boolean => vendorOfPackage(name) >= 0;

/**
 * Returns the code of the vendor whose names a file may contain. This applies to the vendor’s own folder with
 * its `setup.md`, and to the local service that simulates the vendor in tests.
 */
export const vendorCodeOf = (file: string): string | undefined =>
  /^server\/src\/(?:marketplaces\/(?=mk)|crm\/(?=crm)|billing\/payments\/(?=pay))((?:mk|crm|pay)[A-Z])\//.exec(
    file,
  )?.[1] ?? /^server\/test\/(?:fakes|marketplaces)\/((?:mk|crm|pay)[A-Z])\//.exec(file)?.[1];

/** The import of a package: dynamic (`import()`), types only (removed at run time), or static. */
type Import = { name: string; how: 'AT_USE' | 'TYPES' | 'AT_START' };

/**
 * Returns the packages that a source imports. `import { type A } from` does not count as types only, because
 * an empty import remains.
 */
function packagesOf({ file, text }: Text): Import[] {
  if (!/\.(ts|mjs|js)$/.test(file)) return [];
  const found = text.matchAll(
    /(?:\b(?:import|export)\s+(type)\s+(?!from\b)[\w{*][^;'"]*?\bfrom\s*|\bfrom\s*|\bimport\s*(\(?)\s*|\brequire\s*\(\s*)['"]([^.'"][^'"]*)['"]/g,
  );
  return [...found].map(([, types, atUse, name]) => ({
    name: name as string,
    how: types ? 'TYPES' : atUse ? 'AT_USE' : 'AT_START',
  }));
}

/** Removes declared dependencies, which do not count as use of a package. */
function withoutDependencies({ file, text }: Text): string {
  if (!file.endsWith('package.json')) return text;
  const shown = JSON.parse(text);
  for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies'])
    for (const name of Object.keys(shown[kind] ?? {}))
      if (vendorOfPackage(name) >= 0) delete shown[kind][name];
  return JSON.stringify(shown);
}

/** Removes the names of fonts, which do not refer to a marketplace. */
const withoutFonts = (text: string): string => text.replaceAll(/@expo-google-fonts\b|\bgoogle-noto\b/g, '');

/**
 * Lists violations: vendor names are allowed only in the vendor's own folder and its local service, one vendor in
 * each; vendor packages are imported there only, and in the program only dynamically or as types.
 */
export function vendorFaults(texts: readonly Text[]): string[] {
  const faults: string[] = [];
  const named = new Map<string, Set<number>>();
  for (const source of texts) {
    const { file } = source;
    const code = vendorCodeOf(file);
    const found = new Set([...vendorNames(file), ...vendorNames(withoutFonts(withoutDependencies(source)))]);
    const packages = packagesOf(source).filter(({ name }) => vendorOfPackage(name) >= 0);
    const own = [...[...found].map(vendorOfName), ...packages.map(({ name }) => vendorOfPackage(name))];
    if (code === undefined) {
      faults.push(...[...found].map((name) => `${file}: ${name}`));
      faults.push(...packages.map(({ name }) => `${file} imports ${name}`));
    } else {
      named.set(code, new Set([...(named.get(code) ?? []), ...own]));
      const early = file.startsWith('server/src/') ? packages.filter(({ how }) => how === 'AT_START') : [];
      faults.push(...early.map(({ name }) => `${file} imports ${name} before its use`));
    }
  }
  return [...faults, ...mixed(named)].sort();
}

/**
 * Finds codes whose folders contain names of several vendors, and vendors whose names occur under several
 * codes.
 */
function mixed(named: ReadonlyMap<string, ReadonlySet<number>>): string[] {
  const nameOf = (vendor: number) => vendors[vendor]?.names[0];
  const several = [...named]
    .filter(([, found]) => found.size > 1)
    .map(([code, found]) => `${code} names ${[...found].map(nameOf).sort().join(' and ')}`);
  const shared = vendors.flatMap((_, vendor) => {
    const codes = [...named].filter(([, found]) => found.has(vendor)).map(([code]) => code);
    return codes.length > 1 ? [`${codes.sort().join(' and ')} name ${nameOf(vendor)}`] : [];
  });
  return [...several, ...shared];
}
