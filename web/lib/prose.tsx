import { blocksOf } from './blocks.ts';

/** Paragraphs and lists of a text (`blocks.ts`). */
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

/** The same as one of the columns under a title. */
export function ProseColumn({ text }: { text: string }) {
  return (
    <div className="type-measure flex flex-col gap-4 desktop:pe-8">
      <Prose text={text} />
    </div>
  );
}
