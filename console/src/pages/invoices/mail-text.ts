const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

const decoded = (text: string): string =>
  text.replaceAll(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hexadecimal, name) => {
    if (decimal) return String.fromCodePoint(Number(decimal));
    if (hexadecimal) return String.fromCodePoint(Number.parseInt(hexadecimal, 16));
    return entities[String(name).toLowerCase()] ?? whole;
  });

/**
 * Returns the lines of a mail as text. The console shows no markup from responses, and its policy forbids the styles of
 * a mail.
 */
export function mailText(html: string): string[] {
  const body = html
    .replace(/^[\s\S]*<body[^>]*>/i, '')
    .replaceAll(/<(style|script|title)\b[\s\S]*?<\/\1>/gi, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/<\/t[dh]>/gi, ' \t')
    .replaceAll(/<(br|\/p|\/div|\/tr|\/h\d|\/li|\/dt|\/dd|\/table)\b[^>]*>/gi, '\n')
    .replaceAll(/<[^>]*>/g, '');
  return decoded(body)
    .split('\n')
    .map((one) => one.trim().replaceAll(/ *\t+ */g, '   '))
    .filter((one) => one !== '');
}
