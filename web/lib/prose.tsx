/** The paragraphs and lines of a text (`blocksOf`). */
export function Prose({ text }: { text: string }) {
  return blocksOf(text).map((block) =>
    block.kind === 'paragraph' ? (
      <p key={block.text} className="type-lead">
        {block.text}
      </p>
    ) : (
      <ul key={block.items.join()} className="type-lead flex list-['–'] flex-col gap-2 ps-5 *:ps-2 marker:text-accent">
        {block.items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    ),
  );
}

/** Shows a text as one column under a title. */
export function ProseColumn({ text }: { text: string }) {
  return (
    <div className="type-measure flex flex-col gap-4 desktop:pe-8">
      <Prose text={text} />
    </div>
  );
}

type Block = { kind: 'paragraph'; text: string } | { kind: 'list'; items: string[] };

const BULLET = '• ';

/** Splits a text into blocks: a line is a paragraph, and lines that begin with a bullet make a list. */
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
