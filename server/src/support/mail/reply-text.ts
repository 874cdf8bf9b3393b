import { answerAbove } from '../../notifications/index.ts';

/** The maximum length of a line that counts as a marker of a mail client. */
const longestMark = 300;

/** Matches the lines that mail clients such as Outlook put above a quote without quote marks, in many languages. */
const originalMessage =
  /^-{2,}\s*(original message|original appointment|ursprüngliche nachricht|message d['’]origine|mensaje original|messaggio originale|mensagem original|oorspronkelijk bericht|ursprungligt meddelande|opprinnelig melding|oprindelig meddelelse|alkuperäinen viesti|wiadomość oryginalna|původní zpráva|исходное сообщение|原始邮件|元のメッセージ)\s*-{2,}$/iu;
const rule = /^_{20,}$/;

/** The first header of a quoted message, and a second header within a few lines. */
const fromLine = /^\*?(from|von|de|da|van|från|fra|od|от|lähettäjä|发件人|差出人)\s*:\*?\s*\S/iu;
const sentLine =
  /^\*?(sent|gesendet|envoyé|enviado( el| em)?|inviato|verzonden|skickat|sendt|lähetetty|wysłano|odesláno|отправлено|date|datum|fecha|data|dato|päivä|дата|发送时间|日期|送信日時)\s*:\*?\s*\S/iu;
const linesOfHeaders = 4;

/**
 * The attribution line above a quote, such as "Ann wrote:". An attribution is recognized by its beginning, and by its
 * verb or its date and address.
 */
const begins = /^(on|am|le|el|il|em|op|den|på|dne|dnia|w dniu|в|\d)(?![a-zà-ÿа-я])|<[^\s<>@]+@[^\s<>]+>/iu;
const wrote =
  /(wrote|writes|schrieb|a écrit|escribió|ha scritto|escreveu|schreef|skrev|kirjoitti|napisał|napsal|пише|писал|写道|のメール).{0,80}[:：]$/iu;
const isBy = /<[^\s<>@]{1,100}@[^\s<>]{1,100}>.{0,40}[:：]$/u;
const dated = /\d[./:-]\d/;
const isSentence = (text: string): boolean =>
  /[:：]$/.test(text) && /\d/.test(text) && (wrote.test(text) || (isBy.test(text) && dated.test(text)));
const attributionLines = 3;

/** Matches the signatures that phones add at the end. */
const sentFrom =
  /^(sent from my|sent from outlook|get outlook for|von meinem .{1,40} gesendet|gesendet von|envoyé de mon|enviado desde mi|enviado do meu|inviato da|verstuurd vanaf mijn|skickat från min|sendt fra min)\b/iu;

const isQuoted = (line: string): boolean => /^\s*>/.test(line);
const bare = (line: string): string => line.replace(/^[\s>]+/, '').trim();

/**
 * Extracts the new text of a message, without quoted messages and signature. If no text is left, returns all text
 * without quote marks.
 */
export function replyTextOf(text: string): string {
  const lines = text.replaceAll(/\r\n?/g, '\n').split('\n');
  const written = unquoted(lines.slice(0, endOf(lines)));
  return tidy(written) || tidy(lines.filter((line) => !isQuoted(line) && !line.includes(answerAbove)));
}

/** Returns the index of the first line after the new text: a signature, a separator, or the headers of a quote. */
function endOf(lines: readonly string[]): number {
  const end = lines.findIndex((line, index) => {
    if (line.length > longestMark || isQuoted(line)) return false;
    const mark = line.trim();
    if (line === '-- ' || mark === '--') return true;
    if (mark.includes(answerAbove) || originalMessage.test(mark) || rule.test(mark)) return true;
    if (fromLine.test(mark))
      return lines
        .slice(index + 1, index + 1 + linesOfHeaders)
        .some((next) => next.length <= longestMark && sentLine.test(next.trim()));
    return false;
  });
  return end < 0 ? lines.length : end;
}

/** Removes quoted lines and the attributions above them. Unmarked text after an attribution counts as quoted, too. */
function unquoted(lines: readonly string[]): string[] {
  const kept: string[] = [];
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] as string;
    if (isQuoted(line)) continue;
    const length = attributionAt(lines, index);
    if (length === 0) {
      kept.push(line);
      continue;
    }
    index += length - 1;
    const next = lines.slice(index + 1).find((other) => other.trim() !== '');
    if (next === undefined || !isQuoted(next)) break;
  }
  return kept;
}

/**
 * Returns the number of lines of the attribution that begins here. Some mail clients break an attribution over several
 * lines.
 */
function attributionAt(lines: readonly string[], index: number): number {
  const count = sentenceAt(lines, index);
  // A line before a complete attribution belongs to the text.
  for (let later = 1; later < count; later++)
    if (sentenceAt(lines, index + later) === count - later) return 0;
  return count;
}

function sentenceAt(lines: readonly string[], index: number): number {
  if (!begins.test(lines[index]?.trim().slice(0, longestMark) ?? '')) return 0;
  let sentence = '';
  for (let count = 1; count <= attributionLines; count++) {
    const line = lines[index + count - 1];
    if (line === undefined || line.trim() === '' || line.length > longestMark || isQuoted(line)) return 0;
    sentence = `${sentence} ${line.trim()}`.trim();
    if (isSentence(sentence)) return count;
  }
  return 0;
}

/** Removes surrounding blank lines, more than two blank lines in a row, and phone signatures. */
function tidy(lines: readonly string[]): string {
  const all = [...lines];
  while (all.length > 0 && (all.at(-1)?.trim() === '' || sentFrom.test(bare(all.at(-1) ?? '').slice(0, 200))))
    all.pop();
  return all
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{4,}/g, '\n\n\n')
    .trim();
}
