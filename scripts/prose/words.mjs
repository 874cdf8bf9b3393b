/**
 * The wordings that confuse readers of the documentation, with their replacements. A pattern is matched within a
 * paragraph, ignoring case; a space in it stands for any white space, so that a match may continue on the next line.
 * `kinds` limits a pattern to `heading`, `comment` or `text`; without it, the pattern applies everywhere.
 */
export const words = [
  // Actors without a noun.
  {
    pattern: /\b(nobody|no one|somebody|someone|anybody|anyone|whoever)\b/,
    write: 'the actor: the seller, the caller, the operator, no member',
  },
  {
    pattern: /\bwho(ever)? (sells|buys|calls|asks|reads|writes|builds|operates|runs|pays|sends)\b/,
    write: 'a noun: the seller, the buyer, the caller, the operator',
  },
  {
    pattern: /\b(is|are) like (that|this)\b/,
    write: 'match, or the noun: “No members match these filters.”',
  },
  // Negations and echoes.
  { pattern: /\b(is|are) no [\w-]+ of\b/, write: 'does not match a … in …' },
  { pattern: /\bany more(?=\s*([.,;:)]|$))|\bnot (\w+ )?any more\b/, write: 'no longer' },
  { pattern: /\b(not|is|are) good for (this|that|it)\b/, write: 'not allowed for …' },
  { pattern: /\bin a state (for|in which|to)\b/, write: 'the status does not allow …' },
  {
    pattern: /\bas (much|many) (of \w+ )?as (it|they|he|one) (may|can)\b/,
    write: 'the limit: “has reached its limit (20)”',
  },
  { pattern: /\bthat it is it\b|\bas it is one\b/, write: 'authenticates' },
  { pattern: /\b(as such|such) things?\b/, write: 'the noun' },
  { pattern: /\bis not what\b/, write: 'what differs: “has changed since …”' },
  // Words that the field does not use.
  { pattern: /\bin earnest\b/, write: 'in production, real' },
  { pattern: /\bworth nothing\b/, write: 'expired, revoked, invalid' },
  {
    pattern: /\b(is|are|was|were|be|been|being|gets?) told\b|\btold (of|about)\b|\btells? (of|about)\b/,
    write: 'is notified of, reports',
  },
  { pattern: /\banew\b/, write: 'again, from the beginning' },
  { pattern: /\breckon(s|ed|ing|ings)?\b/, write: 'calculate, calculation' },
  { pattern: /\bmend(s|ed|ing)?\b/, write: 'fix, repair' },
  { pattern: /\bfor ever\b/, write: 'indefinitely, without end' },
  { pattern: /\b(starred|stars)\b/, write: 'masked' },
  { pattern: /\b(goes|go|went|going|gone) wrong\b|\bto go wrong\b/, write: 'fails, failure' },
  { pattern: /\b(take|takes|took|taken|taking) back\b/, write: 'revoke, withdraw, release' },
  { pattern: /\b(come|comes|came|coming) to(?=\s*([.,;:)]|$))/, write: 'amount to, the result' },
  {
    pattern: /\b(stand|stands|stood|standing) (in|there|here|beside|behind|at|on|below|above|before)\b/,
    write: 'is in, is listed in, follows',
  },
  { pattern: /\b(hold|holds|held) back\b/, write: 'delay, defer' },
  { pattern: /\blets? (one|us|somebody|it|them) \w+/, write: 'allows, activates' },
  { pattern: /\bthe ways? of \w+ing\b/, write: 'the noun: “sign-in method”' },
  { pattern: /\b(is|are|was|were) meant\b/, write: 'refers to, is intended for' },
  { pattern: /\blacking\b/, write: 'missing' },
  {
    pattern: /\b(hence|thereof|therein|therewith|whereby|wherein|whence|thence)\b/,
    write: 'so, of it, in it',
  },
  { pattern: /\bmuch (is|was)\b/, write: 'many …, most …' },
  { pattern: /\bwhat (is|are|was|has) to (go|be|come)\b/, write: 'the noun' },
  { pattern: /\bof (his|her)\b/, write: 'of the member, of the user' },
  { pattern: /\bin order to\b/, write: 'to' },
  { pattern: /\b(the|a|an|of|to|in|is|and|that|it|for) \1\b/, write: 'the word once' },
  // Shapes.
  {
    kinds: ['heading'],
    pattern: /^(what|who|that|so that|said|whatever)\b(?!.*\?)/,
    write: 'a noun or an imperative: “Handle errors”',
  },
  {
    kinds: ['comment'],
    pattern: /^(it|they|them|these|those|he|she)\b/,
    write: 'a noun or a verb first: a comment is read alone',
  },
].map(({ pattern, ...rest }) => ({
  ...rest,
  pattern: new RegExp(pattern.source.replaceAll(' ', '\\s+'), 'gi'),
}));
