// Checks the titles of commits: an area, a colon and an imperative in lower case, at most 60 characters.
import { execFileSync } from 'node:child_process';

/** The last commit before the title check was introduced. */
const since = 'ca281f1a0fb8';
const git = (...args) =>
  execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

/** The number of commits up to `since`; with fewer, the clone has only a part of the history. */
const earlier = 600;

/** Reads the titles of new commits; undefined in a clone with a part of the history. */
function titles() {
  if (Number(git('rev-list', '--count', 'HEAD')) < earlier) return undefined;
  return git('log', '--no-merges', '--format=%s', `${since}..HEAD`).split('\n').filter(Boolean);
}

const found = titles();
const wrong = found?.filter((title) => title.length > 60 || !/^[\w./, -]+: [a-z]/.test(title)) ?? [];
for (const title of wrong) console.error(`“${title}”: write “area: imperative”, at most 60 characters`);
if (wrong.length > 0) process.exitCode = 1;
else
  console.log(
    found ? `${found.length} titles checked` : 'The history is not complete: titles were not checked',
  );
