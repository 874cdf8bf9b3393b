import type { Document } from './document.ts';
import { methodsOf, methodsText } from './methods.ts';
import { eventRecords, findTwins, recordsText } from './records.ts';
import { tableText } from './table.ts';

export { type Document, nameOf, type Schema } from './document.ts';
export { type Method, methodsOf } from './methods.ts';
export { findTwins } from './records.ts';

const made = '/** Made from openapi.json by `npm run generate`: do not edit. */\n';

/**
 * Writes what of the SDK is made: by the names of files the texts.
 * @param codes the closed list of error codes
 */
export function sdkTexts(document: Document, codes: readonly string[]): Record<string, string> {
  const methods = methodsOf(document);
  const printed = methodsText(document, methods);
  const twins = findTwins(document.components.schemas);
  const records = Object.keys(document.components.schemas).filter((name) => !twins.has(name));
  const words = new Set(printed.replaceAll(/^\s*(\/\*\*|\*).*$/gm, '').match(/\w+/g));
  const used = records.filter((name) => words.has(name));
  return {
    'records.ts': `${made}\n${recordsText(document)}`,
    'methods.ts': [
      made,
      "import type { CallOptions, ChangeOptions, List, ListQuery, Patch, WithId } from '../calls.ts';\n",
      `import type {\n${used.map((name) => `  ${name},\n`).join('')}} from './records.ts';\n\n`,
      printed,
    ].join(''),
    'table.ts': `${made}\n${tableText(methods)}`,
    'events.ts': `${made}\n${eventsText(document)}`,
    'codes.ts': `${made}\n/** The codes of errors; each has a page, \`docs/errors/<code>\`. */\nexport type ErrorCode =\n${codes
      .map((code) => `  | '${code}'\n`)
      .join('')
      .trimEnd()};\n`,
  };
}

function eventsText(document: Document): string {
  const names = eventRecords(document).sort();
  return [
    `import type {\n${names.map((name) => `  ${name},\n`).join('')}} from './records.ts';\n\n`,
    '/** An event, by its `type`. */\n',
    `export type EventRecord =\n${names
      .map((name) => `  | ${name}\n`)
      .join('')
      .trimEnd()};\n`,
  ].join('');
}
