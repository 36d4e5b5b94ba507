import { zodResolver } from '@hookform/resolvers/zod';
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type FieldValues, type Path, type PathValue, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { ApiError } from '#shared/errors.ts';
import { type Draft, storeDraft, readDraft, useStoredForm } from '#web/lib/drafts.ts';
import { errorText, validationText } from '#web/lib/error-text.ts';
import { toast } from '#web/lib/toast.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { useCommand } from './use-command.ts';

type StoredDraft<T> = {
  value: T;
  /** True if the value was typed before a reload. */
  isRestored: boolean;
  change(value: T): void;
  /** Sets this value and deletes the stored draft. */
  reset(value: T): void;
};

/** State that is stored with every change. `initial` is used when nothing is stored. */
export function useStoredDraft<T>(name: string, schema: z.ZodType<T>, initial: T): StoredDraft<T> {
  const [stored] = useState(() => readDraft({ name, schema }));
  const [draft, setDraft] = useState<{ value: T; isRestored: boolean }>(() => ({
    value: stored ?? initial,
    isRestored: stored !== undefined,
  }));
  const storeTyped = useEffectEvent(() => void storeDraft(name, stored, initial));
  useEffect(() => storeTyped(), []);
  return {
    ...draft,
    change(value) {
      const isUnsaved = storeDraft(name, value, initial);
      setDraft({ value, isRestored: draft.isRestored && isUnsaved });
    },
    reset(value) {
      storeDraft(name, undefined, initial);
      setDraft({ value, isRestored: false });
    },
  };
}

export type StaffFormOptions<Typed extends FieldValues, Body, Output, Choice> = {
  /** Validates the typed values, and makes the body that is sent. */
  schema: z.ZodType<Body, Typed>;
  defaultValues: Typed;
  draft?: Draft<Partial<Typed>>;
  /** `choice`: the argument of `submit`, such as the button that was pressed. */
  send(body: Body, idempotencyKey: string, choice: Choice | undefined): Promise<Output>;
  onSent(output: Output, body: Body, choice: Choice | undefined): void;
  /** Returns the values that remain after sending, from those typed by then. Without it the form is emptied. */
  leftAfter?(typed: Typed, output: Output, body: Body): Typed;
  /** Called after every attempt. */
  onSettled?(): void;
  /** Returns true for a failure that the screen shows itself. Others are marked at their fields or shown as a toast. */
  onFailed?(error: unknown, body: Body, choice: Choice | undefined): boolean;
};

/** Thrown by `send` when nothing was sent because the form shows a decision that must be made first. */
export class ShownInForm extends Error {}

/** A form of the console: validated by a shared schema, sent as a command, its refused fields marked, its draft stored over a reload. */
export function useStaffForm<Typed extends FieldValues, Body, Output, Choice = undefined>(
  options: StaffFormOptions<Typed, Body, Output, Choice>,
) {
  const { schema, defaultValues, draft, send, onSent, leftAfter, onSettled, onFailed } = options;
  const { t } = useTranslation(['common', 'forms', 'errors']);
  const [restored] = useState(() => draft && readDraft(draft));
  const [values] = useState(() => ({ ...defaultValues, ...restored }));
  const form = useForm<Typed, unknown, Body>({ values, resolver: zodResolver(schema), shouldFocusError: false });
  const { isRestored, note } = useStoredForm({ form, saved: defaultValues, draft, wasRestored: restored !== undefined });
  const resetTo = (left?: Typed) => {
    form.reset(left ?? defaultValues);
    note(left ?? defaultValues);
  };
  type Input = { body: Body; choice: Choice | undefined };
  const command = useCommand(({ body, choice }: Input, idempotencyKey) => send(body, idempotencyKey, choice), {
    keyName: draft?.name,
    onSuccess(output, { body, choice }) {
      resetTo(leftAfter?.(form.getValues(), output, body));
      onSent(output, body, choice);
    },
    onError(error, { body, choice }) {
      if (error instanceof ShownInForm || onFailed?.(error, body, choice)) return;
      const refused = Object.entries(error instanceof ApiError ? (error.body.errors ?? {}) : {});
      let isMarked = false;
      for (const [name, message] of refused) {
        if (!isFieldOf(defaultValues, name)) continue;
        form.setError(name, { type: 'server', message });
        isMarked = true;
      }
      if (isMarked) setRefusals((count) => count + 1);
      else toast.error(errorText(error, t));
    },
    ...(onSettled && { onSettled }),
  });
  const element = useRef<Element>(null);
  const [refusals, setRefusals] = useState(0);
  const { submitCount } = form.formState;
  // A form submitted without its event shows a summary of errors instead, which takes the focus.
  useEffect(() => element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), [submitCount, refusals]);

  const error = (field: Path<Typed>): string | undefined => {
    const key = form.getFieldState(field, form.formState).error?.message;
    return key === undefined ? undefined : validationText(key, t);
  };
  return {
    form,
    /** Resets the form to its initial values and deletes the stored draft. */
    discard: () => resetTo(),
    isPending: command.isPending,
    /** The choice of the running command. */
    pendingChoice: command.isPending ? command.input?.choice : undefined,
    isRestored,
    submit: (event?: FormEvent, choice?: Choice) => {
      if (event) element.current = event.currentTarget;
      void form.handleSubmit((body) => command.run({ body, choice }))(event);
    },
    error,
    /** Every error by its path, `acts.2.time`, which is the `id` of its control where a summary leads to it. */
    errors: listErrors(form.formState.errors).map(([id, key]) => ({ id, message: validationText(key, t) })),
    /** The props of an input, a select or a text area. */
    control: (field: Path<Typed>) => ({ ...form.register(field), error: error(field) }),
    /** The props of one of our own controls. */
    controlled: <Name extends Path<Typed>>(field: Name) => ({
      // oxlint-disable-next-line react/incompatible-library -- the React Compiler is not used here
      value: form.watch(field),
      error: error(field),
      onChange: (value: PathValue<Typed, Name>) =>
        form.setValue(field, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted }),
    }),
  };
}

/** Returns the path and key of each error; those of a list are at the indexes of its items. */
function listErrors(errors: object, path = ''): [string, string][] {
  return Object.entries(errors).flatMap(([name, error]: [string, unknown]) => {
    if (typeof error !== 'object' || error === null) return [];
    return 'message' in error && typeof error.message === 'string'
      ? [[`${path}${name}`, error.message]]
      : listErrors(error, `${path}${name}.`);
  });
}

const isFieldOf = <T extends FieldValues>(values: T, name: string): name is Path<T> => name in values;
