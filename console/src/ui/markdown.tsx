import { Fragment, type ReactNode } from 'react';
import { SafeLink } from './safe-link.tsx';

/**
 * Text in Markdown: headings, paragraphs, lists, tables, code, emphasis and links. The text is data of others, so it
 * is rendered as elements, never as markup, and HTML in it is shown as text.
 */
export const Markdown = ({ of }: { of: string }) => (
  <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-3 wrap-anywhere [&_ol]:list-decimal [&_ol]:pl-6 [&_ul]:list-disc [&_ul]:pl-6">
    {blocksOf(of).map((block, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no other name
      <Fragment key={at}>{rendered(block)}</Fragment>
    ))}
  </div>
);

type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'list'; isOrdered: boolean; items: string[] }
  | { kind: 'table'; rows: string[][] };

const item = /^\s*(?:[-*+]|(\d+)[.)])\s+(.*)$/;

/** Splits a text into its blocks. */
export function blocksOf(text: string): Block[] {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; ) {
    const start = at;
    const line = lines[at] ?? '';
    if (line.trim() === '') at++;
    else if (line.startsWith('```')) {
      while (++at < lines.length && !lines[at]?.startsWith('```'));
      blocks.push({ kind: 'code', text: lines.slice(start + 1, at).join('\n') });
      at++;
    } else if (/^#{1,6}\s/.test(line)) {
      blocks.push({ kind: 'heading', text: line.replace(/^#+\s*/, '') });
      at++;
    } else {
      while (at < lines.length && !isEnd(lines[at] ?? '', at > start)) at++;
      blocks.push(blockOf(lines.slice(start, at)));
    }
  }
  return blocks;
}

const isEnd = (line: string, isLater: boolean): boolean =>
  line.trim() === '' || (isLater && (line.startsWith('```') || /^#{1,6}\s/.test(line)));

/** Creates the block of consecutive lines: a table, a list or a paragraph. */
function blockOf(lines: readonly string[]): Block {
  const first = lines[0] ?? '';
  if (first.startsWith('|')) {
    const rows = lines.filter((line) => !/^[|\s:-]+$/.test(line));
    const cells = (line: string) => line.replace(/^\||\|\s*$/g, '').split('|');
    return { kind: 'table', rows: rows.map((line) => cells(line).map((cell) => cell.trim())) };
  }
  if (!item.test(first)) return { kind: 'text', text: lines.join(' ') };
  const items: string[] = [];
  for (const line of lines) {
    const found = item.exec(line);
    if (found) items.push(found[2] ?? '');
    else items.push(`${items.pop() ?? ''} ${line.trim()}`);
  }
  return { kind: 'list', isOrdered: item.exec(first)?.[1] !== undefined, items };
}

function rendered(block: Block): ReactNode {
  if (block.kind === 'heading') return <h3 className="pt-2">{inline(block.text)}</h3>;
  if (block.kind === 'text') return <p>{inline(block.text)}</p>;
  if (block.kind === 'code')
    return <pre className="overflow-x-auto rounded-md bg-raised p-3 text-xs">{block.text}</pre>;
  if (block.kind === 'list') {
    const List = block.isOrdered ? 'ol' : 'ul';
    return (
      <List className="grid gap-1">
        {block.items.map((text) => (
          <li key={text}>{inline(text)}</li>
        ))}
      </List>
    );
  }
  const [head = [], ...rows] = block.rows;
  return (
    <table className="text-sm">
      <thead>
        <tr>
          {head.map((cell) =>
            cell === '' ? (
              <td key="empty" />
            ) : (
              <th key={cell} scope="col" className="pr-4 text-start font-medium">
                {inline(cell)}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells) => (
          <tr key={cells.join('|')} className="align-top">
            {cells.map((cell) => (
              <td key={cell} className="py-1 pr-4">
                {inline(cell)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const piece = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|\[([^\]]+)\]\(([^)\s]+)\)/g;

/** Renders the code, the emphasis and the links of a line. */
function inline(text: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const found of text.matchAll(piece)) {
    const [whole, code, strong, emphasis, label, to] = found;
    parts.push(text.slice(end, found.index));
    end = found.index + whole.length;
    const key = found.index;
    if (code !== undefined) parts.push(<code key={key}>{code}</code>);
    else if (strong !== undefined) parts.push(<strong key={key}>{strong}</strong>);
    else if (emphasis !== undefined) parts.push(<em key={key}>{emphasis}</em>);
    else
      parts.push(
        <SafeLink key={key} to={to ?? ''}>
          {label}
        </SafeLink>,
      );
  }
  return [...parts, text.slice(end)];
}
