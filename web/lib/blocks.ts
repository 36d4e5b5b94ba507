export type Block = { kind: 'paragraph'; text: string } | { kind: 'list'; items: string[] };

const BULLET = '• ';

/** A text as it is written: a line is a paragraph, and lines that begin with a bullet make a list. */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  for (const line of text.split('\n')) {
    if (!line.startsWith(BULLET)) blocks.push({ kind: 'paragraph', text: line });
    else {
      const item = line.slice(BULLET.length);
      const last = blocks.at(-1);
      if (last?.kind === 'list') last.items.push(item);
      else blocks.push({ kind: 'list', items: [item] });
    }
  }
  return blocks;
}
