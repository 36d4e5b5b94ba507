import type { FormEvent } from 'react';

type Typed = { version: string } & Record<string, string>;

/** Returns true if the fields are the same, regardless of the version they are based on. */
const isSame = (one: Typed, other: Typed): boolean => Object.keys(one).every((field) => field === 'version' || one[field] === other[field]);

type Options = {
  /** `version` is the one on which the rest is based. */
  typed: Typed;
  /** The record in its present state; undefined for a new one. */
  saved: Typed | undefined;
  setVersion(version: string): void;
  submit(event?: FormEvent): void;
  /** Called instead of sending when the answer was lost: the saved values are the typed ones. */
  onSaved(): void;
};

/** For a form whose record others may change: what they saved is shown before `overwrite` sends the form. */
export function newerVersion({ typed, saved, setVersion, submit, onSaved }: Options) {
  const isBehind = saved !== undefined && saved.version !== typed.version;
  const isNewer = isBehind && !isSame(saved, typed);
  return {
    isNewer,
    submit(event: FormEvent) {
      if (!isBehind || isNewer) return submit(event);
      event.preventDefault();
      return onSaved();
    },
    overwrite() {
      if (saved) setVersion(saved.version);
      submit();
    },
  };
}
