import type { ReactNode } from 'react';
import { FittedText } from '#web/ui/fitted-text.tsx';
import { LanguageChoice } from './more-sheet.tsx';

/** A screen with one message and one action. */
export function NoticeScreen({ title, text, children }: { title: string; text?: string; children?: ReactNode }) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-160 flex-col justify-center gap-5 px-5 py-10">
      <FittedText as="h1" className="type-display-m">
        {title}
      </FittedText>
      {text !== undefined && <p className="text-[1.25rem] leading-7">{text}</p>}
      {children}
      <div className="pt-4">
        <LanguageChoice />
      </div>
    </main>
  );
}
