// As much of Markdown as our own documentation uses: headings, paragraphs, lists, tables, code, links. Anything else stays
// text: nothing of a page can become a tag.

export interface Document {
  readonly title: string;
  readonly html: string;
}

export function htmlOf(markdown: string): Document {
  const title = /^# (.+)$/m.exec(markdown)?.[1] ?? '';
  const html = blocksIn(markdown).map(htmlOfBlock).join('\n');
  return { title: escaped(title), html };
}

/** Lines that belong together: fenced code is one block, empty lines end any other. */
function blocksIn(markdown: string): string[][] {
  const blocks: string[][] = [[]];
  let isCode = false;
  for (const line of markdown.split(/\r?\n/)) {
    const isFence = line.startsWith('```');
    if (isFence) isCode = !isCode;
    const isAlone = !isCode && /^(#|<!--)/.test(line);
    if (!isCode && !isFence && (line.trim() === '' || isAlone)) blocks.push(isAlone ? [line] : [], []);
    else if (isFence && isCode) blocks.push([line]);
    else blocks.at(-1)!.push(line);
  }
  return blocks.filter((block) => block.length > 0);
}

function htmlOfBlock(lines: readonly string[]): string {
  const [first = ''] = lines;
  const heading = /^(#{1,4}) (.+)$/.exec(first);
  if (heading !== null) {
    const level = heading[1]!.length;
    return `<h${level} id="${anchor(heading[2]!)}">${inline(heading[2]!)}</h${level}>`;
  }
  const fields = /^<!-- fields (\S+) -->/.exec(first);
  if (fields !== null) return `<a id="${escaped(fields[1]!)}"></a>`;
  if (first.startsWith('<!--')) return '';
  if (first.startsWith('```')) return `<pre><code>${escaped(lines.slice(1, -1).join('\n'))}</code></pre>`;
  if (first.startsWith('|')) return tableOf(lines);
  const list = /^(-|\d+\.) /.exec(first);
  if (list !== null) return listOf(lines, list[1] === '-' ? 'ul' : 'ol');
  return `<p>${inline(lines.join('\n'))}</p>`;
}

function tableOf([head = '', _, ...rows]: readonly string[]): string {
  const cells = (row: string) =>
    row
      .replace(/^\||\|\s*$/g, '')
      .split(/(?<!\\)\|/)
      .map((cell) => inline(cell.trim().replaceAll('\\|', '|')));
  const line = (row: string, tag: string) =>
    `<tr>${cells(row)
      .map((cell) => `<${tag}>${cell}</${tag}>`)
      .join('')}</tr>`;
  const body = rows.map((row) => line(row, 'td')).join('\n');
  return `<div class="table"><table><thead>${line(head, 'th')}</thead><tbody>${body}</tbody></table></div>`;
}

function listOf(lines: readonly string[], tag: 'ul' | 'ol'): string {
  const items: string[] = [];
  for (const line of lines) {
    if (/^(-|\d+\.) /.test(line)) items.push(line.replace(/^(-|\d+\.) /, ''));
    else items[items.length - 1] += `\n${line.trim()}`;
  }
  return `<${tag}>${items.map((item) => `<li>${inline(item)}</li>`).join('')}</${tag}>`;
}

function inline(text: string): string {
  return text
    .split(/(`[^`]+`)/)
    .map((part) => (part.startsWith('`') ? `<code>${escaped(part.slice(1, -1))}</code>` : marked(escaped(part))))
    .join('');
}

function marked(text: string): string {
  return text
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/(?<![\w*])\*([^*\s][^*]*)\*(?!\w)/g, '<em>$1</em>')
    .replace(/\[([^\]]+)\]\((#[\w-]+|[\w./-]+|https:\/\/[^\s)]+)\)/g, (_, label, target) => {
      // Pages that are not built stay text.
      const page = /^([\w-]+)\.md(#[\w-]+)?$/.exec(target);
      if (page !== null) return `<a href="${page[1]}.html${page[2] ?? ''}">${label}</a>`;
      return /^(#|https:)/.test(target) ? `<a href="${target}" rel="noopener">${label}</a>` : label;
    });
}

function anchor(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(/\s+/g, '-');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
