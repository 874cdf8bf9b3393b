import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { findWordings } from './prose/find.mjs';
import { root } from './ready.mjs';

/** Generated files, whose wording comes from other files. */
const generated = [
  ':!sdk/src/generated',
  ':!console/src/generated',
  ':!server/src/platform/database/tables.ts',
];
/** The files to check. */
const areas = [
  { files: ['*.md', ':!CHANGELOG.md'] },
  { files: ['console/src/*.tsx', 'console/src/*.ts', 'sdk/src/*.ts', 'server/bench/*.ts', ...generated] },
  { files: ['scripts/*.mjs', ':!scripts/prose/words.mjs'] },
  {
    files: ['server/src/*.ts', ...generated],
  },
];
/** The files to check instead, from `npm run prose -- FILES`, as git pathspecs. */
const given = process.argv.slice(2);

const listed = (files) =>
  execFileSync('git', ['ls-files', ...files], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter(Boolean);
const found = (given.length > 0 ? [{ files: given }] : areas).flatMap(({ files }) =>
  listed(files).flatMap((file) =>
    findWordings(file, readFileSync(`${root}/${file}`, 'utf8')).map((one) => ({ file, ...one })),
  ),
);
for (const { file, line, words, write } of found) console.log(`${file}:${line} “${words}”: write ${write}`);
if (found.length > 0) {
  console.log(`\n${found.length} wordings to replace. The list with its reasons: scripts/prose/words.mjs`);
  process.exitCode = 1;
}
