import { describe, expect, test } from 'vitest';
import type { FoundPassage } from '../knowledge/index.ts';
import { readAnswer } from './cited.ts';

const passage = (id: string, part = 0): FoundPassage => ({
  type: 'ARTICLE',
  id,
  part,
  title: `About ${id}`,
  headings: [],
  text: 'x',
  link: `https://kb.example/${id}`,
  score: 1,
});
const given = [passage('a'), passage('b'), passage('b', 1), passage('c')];
const answerOf = (said: string) => readAnswer(said, given)?.answer;
const cited = (said: string) => readAnswer(said, given)?.citations.map(({ id }) => id);

describe('citations are given passages, numbered in the order of citation', () => {
  test.each([
    ['One [4]. Two [1].', 'One [1]. Two [2].', ['c', 'a']],
    ['One [2]. Two [3].', 'One [1]. Two [1].', ['b']],
    ['One [1, 4; 2].', 'One [1][2][3].', ['a', 'c', 'b']],
    ['One [5]. Two [0] and [99], [1].', 'One. Two and, [1].', ['a']],
    ['One 【2】.', 'One [1].', ['b']],
    ['[1]: the offer', '[1] the offer', ['a']],
    ['As in [2] : the offer', 'As in [1] the offer', ['b']],
    ['[1](https://evil.example/x) one', '[1] one', ['a']],
  ])('%s', (said, answer, ids) => {
    expect(answerOf(said)).toBe(answer);
    expect(cited(said)).toEqual(ids);
  });

  test.each(['', 'NONE', ' none. ', 'Just so.', 'By [7] and [12].', '[1]', 'NONE [1]', '[-1] [1.5] [１x]'])(
    'without a citation, or with only citations, there is no answer: %s',
    (said) => expect(readAnswer(said, given)).toBeUndefined(),
  );

  test('a record is cited once, without its text', () => {
    expect(readAnswer('x [2] y [3]', given)?.citations).toEqual([
      { type: 'ARTICLE', id: 'b', title: 'About b', link: 'https://kb.example/b' },
    ]);
  });
});

describe('an answer is plain text with no URLs except those of its sources', () => {
  test.each([
    ['Go to https://evil.example/a?b=c, now [1].', 'Go to, now [1].'],
    ['See https://kb.example/a. [1]', 'See https://kb.example/a. [1]'],
    ['See https://kb.example/a.evil.example [1]', 'See [1]'],
    ['See www.evil.example [1]', 'See [1]'],
    ['See evil.example/login?x [1]', 'See [1]'],
    ['See evil.example?of=Acme [1]', 'See [1]'],
    ['See evil.example:80#Acme [1]', 'See [1]'],
    ['Is it config.json? Yes: C#, F# [1]', 'Is it config.json? Yes: C#, F# [1]'],
    ['See 10.0.0.1:80/x [1]', 'See [1]'],
    ['Run javascript:alert(1) [1]', 'Run ) [1]'],
    ['Write to mailto:a@b.example [1]', 'Write to [1]'],
    ['[Click](https://evil.example) here [1]', 'Click here [1]'],
    ['![pixel](https://evil.example/p.png) here [1]', 'pixel here [1]'],
    ['[a](relative) ![](x) [1]', 'a [1]'],
    ['[click][x] [1]\n[x]: /evil', '[click][x] [1]\n[x] /evil'],
    ['> * [x]: /evil [1]', '> * [x] /evil [1]'],
    ['<a href="https://evil.example">b</a> <img src=x onerror=y> [1]', 'b [1]'],
    ['<<b>script>alert(1)<</b>/script> [1]', '< script>alert(1)< /script> [1]'],
    ['See ht[9]tps:/[9]/evil.example [1]', 'See [1]'],
    ['See ht<b>tps://evil.example/x [1]', 'See [1]'],
    ['1 < 2 and 3 > 2 [1]', '1 < 2 and 3 > 2 [1]'],
    ['a <script [1]', 'a < script [1]'],
    ['a\u0000\u0007b \u202Eevil\u202C\u200B [1]', 'ab evil [1]'],
    ['one\r\n\n\n\ntwo\u2028three [1]', 'one\n\ntwo three [1]'],
    [
      'The version is 1.2.3, of README.md and Node.js [1]',
      'The version is 1.2.3, of README.md and Node.js [1]',
    ],
  ])('%s', (said, answer) => expect(answerOf(said)).toBe(answer));

  test('a text that changes with every cleaning is not an answer', () => {
    const nested = `${'<b'.repeat(40)}${'>'.repeat(40)} [1]`;
    expect(answerOf(nested) ?? '').not.toMatch(/<[a-z]/i);
  });

  test.each([
    ['tags', '<a'.repeat(5000)],
    ['brackets', '['.repeat(10_000)],
    ['links', '[a]('.repeat(2500)],
    ['labels', 'a.'.repeat(5000)],
    ['schemes', 'ab+'.repeat(3300)],
    ['addresses', 'a.bc/'.repeat(2000)],
    ['queries', 'a.bc?'.repeat(2000)],
    ['numbers', `[${'1,'.repeat(4900)}]`],
    ['blanks', ' \n'.repeat(5000)],
  ])('a long answer of %s is read in steps that grow with its length', (_, said) => {
    const start = process.cpuUsage();
    readAnswer(`${said} [1]`, given);
    const { user } = process.cpuUsage(start);
    // This takes microseconds; with quadratic time it would take minutes.
    expect(user).toBeLessThan(2_000_000);
  });
});
