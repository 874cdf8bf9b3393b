import { describe, expect, test } from 'vitest';
import { answerAbove } from '../../notifications/index.ts';
import { replyTextOf } from './reply-text.ts';

const quote = '> What is it?\n> \n> > It fails.\n';
const asked = 'What is it?';

describe('the text of a reply', () => {
  test.each([
    ['a quote below', `It works.\n\nOn Mon, 3 May 2027 at 10:00, Ann Lee <ann@example.com> wrote:\n${quote}`],
    [
      'a sentence with a line break',
      `It works.\nOn Mon, 3 May 2027 at 10:00 Ann Lee\n<ann@example.com> wrote:\n\n${quote}`,
    ],
    ['German', `It works.\n\nAm 03.05.2027 um 10:00 schrieb Ann Lee:\n${quote}`],
    ['French', `It works.\n\nLe lun. 3 mai 2027 à 10:00, Ann Lee <ann@example.com> a écrit :\n\n${quote}`],
    ['Spanish', `It works.\n\nEl lun, 3 may 2027 a las 10:00, Ann (<ann@example.com>) escribió:\n${quote}`],
    [
      'Italian',
      `It works.\n\nIl giorno lun 3 mag 2027 alle ore 10:00 Ann <ann@example.com> ha scritto:\n${quote}`,
    ],
    [
      'Portuguese',
      `It works.\n\nEm seg., 3 de mai. de 2027 às 10:00, Ann <ann@example.com> escreveu:\n${quote}`,
    ],
    ['Dutch', `It works.\n\nOp ma 3 mei 2027 om 10:00 schreef Ann <ann@example.com>:\n${quote}`],
    ['Polish', `It works.\n\npon., 3 maj 2027 o 10:00 Ann <ann@example.com> napisał(a):\n${quote}`],
    ['Russian', `It works.\n\nпн, 3 мая 2027 г. в 10:00, Ann <ann@example.com>:\n${quote}`],
    ['Japanese', `It works.\n\n2027年5月3日(月) 10:00 Ann <ann@example.com>:\n${quote}`],
    [
      'a quote that is not marked',
      `It works.\n\nOn 3 May 2027, at 10:00, Ann <ann@example.com> wrote:\n\n${asked}`,
    ],
    [
      'headers of a quote',
      `It works.\n\nFrom: Ann <ann@example.com>\nSent: Monday\nTo: Bo\nSubject: x\n\n${asked}`,
    ],
    ['headers in German', `It works.\n\nVon: Ann <ann@example.com>\nGesendet: Montag\nAn: Bo\n\n${asked}`],
    ['bold headers', `It works.\n\n*From:* Ann <ann@example.com>\n*Date:* Monday\n*To:* Bo\n\n${asked}`],
    ['a line of Outlook', `It works.\n\n-----Original Message-----\nFrom: Ann\n\n${asked}`],
    ['the same in German', `It works.\n\n-----Ursprüngliche Nachricht-----\nVon: Ann\n\n${asked}`],
    ['a long rule', `It works.\n\n________________________________\nFrom: Ann\n\n${asked}`],
    ['our own line', `It works.\n\n${answerAbove}\n\n${asked}`],
    ['our own line among quotes', `It works.\n\nAnn:\n> ${answerAbove}\n> ${asked}`.replace('Ann:\n', '')],
    ['a signature', 'It works.\n-- \nAnn Lee\nExample Ltd'],
    ['a telephone', 'It works.\n\nSent from my phone'],
    ['a telephone in German', 'It works.\n\nVon meinem iPhone gesendet\n'],
    ['CRLF', `It works.\r\n\r\n> ${asked}\r\n`],
    ['a question above', `${quote}\nIt works.`],
  ])('has no %s', (_name, text) => {
    expect(replyTextOf(text)).toBe('It works.');
  });

  test.each([
    ['answers between quotes', '> One?\nYes.\n\n> Two?\nNo.', 'Yes.\n\nNo.'],
    ['a list', 'Two things:\n- one\n- two', 'Two things:\n- one\n- two'],
    ['a sentence with a colon', 'He wrote 3 letters:\nA, B and C.', 'He wrote 3 letters:\nA, B and C.'],
    ['a rule of dashes', 'Above\n---\nbelow', 'Above\n---\nbelow'],
    ['From without other headers', 'From: here on it fails.\nYes.', 'From: here on it fails.\nYes.'],
    ['blank lines', '\n\nA\n\n\n\n\n\nB\n\n', 'A\n\n\nB'],
    ['only a pasted message', 'From: Ann\nDate: Monday\n\nText', 'From: Ann\nDate: Monday\n\nText'],
    ['nothing', '', ''],
    ['quotes only', '> a\n> b\n', ''],
    ['our line only', answerAbove, ''],
  ])('keeps %s', (_name, text, expected) => {
    expect(replyTextOf(text)).toBe(expected);
  });

  test.each([
    ['one line', '>'.repeat(200_000)],
    ['digits and brackets', '1.1<'.repeat(50_000)],
    ['lines that nearly are sentences', 'On 1.1.1.1.1.1.1.1.1 <a@b <a@b <a@b 1:1:1 :\n'.repeat(4000)],
    ['colons', `${'2027-05-03 10:00 '.repeat(15)}:\n`.repeat(700)],
    ['line ends', '\n'.repeat(200_000)],
  ])('is found in a text that is made of %s', (_name, text) => {
    expect(replyTextOf(text).length).toBeLessThanOrEqual(text.length);
  });
});
