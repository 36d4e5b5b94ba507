import { zodResolver } from '@hookform/resolvers/zod';
import { type FormEvent, useEffect, useState } from 'react';
import { type DefaultValues, type FieldValues, type Path, type PathValue, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { ApiError } from '#shared/errors.ts';
import { errorText, validationText } from '#web/lib/error-text.ts';
import { toast } from '#web/lib/toast.ts';
import { readDraft, storeDraft } from './stored-draft.ts';
import { useCommand } from './use-command.ts';

type StaffFormOptions<Typed extends FieldValues, Body, Output> = {
  /** Checks what is typed, and makes of it what is sent. */
  schema: z.ZodType<Body, Typed>;
  defaultValues: Typed;
  /** What of it outlives a reload of this tab, and the record it belongs to. */
  draft?: { name: string; schema: z.ZodType<Partial<Typed>> };
  send(body: Body, idempotencyKey: string): Promise<Output>;
  onSent(output: Output, body: Body): void;
  /** Whatever came of a try. */
  onSettled?(): void;
  /** Returns true for a failure that the screen shows by itself. Others are marked at their fields, or shown as a toast. */
  onFailed?(error: unknown): boolean;
};

/** A form of the console: checked by a shared schema, sent as a command, its refused fields marked, kept over a reload. */
export function useStaffForm<Typed extends FieldValues, Body, Output>(options: StaffFormOptions<Typed, Body, Output>) {
  const { schema, defaultValues, draft, send, onSent, onSettled, onFailed } = options;
  const { t } = useTranslation(['common', 'forms', 'errors']);
  const [restored] = useState(() => draft && readDraft(draft.name, draft.schema));
  const form = useForm<Typed, unknown, Body>({
    defaultValues: asDefaults({ ...defaultValues, ...restored }),
    resolver: zodResolver(schema),
    shouldFocusError: false,
  });
  /** Back to the values it began with; what was stored of it goes. */
  const discard = () => {
    form.reset(defaultValues);
    if (draft) storeDraft(draft.name, undefined);
  };
  const command = useCommand(send, {
    keyName: draft?.name,
    onSuccess(output, body) {
      discard();
      onSent(output, body);
    },
    onError(error) {
      if (onFailed?.(error)) return;
      const refused = Object.entries(error instanceof ApiError ? (error.body.errors ?? {}) : {});
      let isMarked = false;
      for (const [name, message] of refused) {
        if (!isFieldOf(defaultValues, name)) continue;
        form.setError(name, { type: 'server', message });
        isMarked = true;
      }
      if (!isMarked) toast.error(errorText(error, t));
    },
    ...(onSettled && { onSettled }),
  });
  const { subscribe } = form;
  const name = draft?.name;
  const draftSchema = draft?.schema;
  useEffect(() => {
    if (name === undefined || !draftSchema) return undefined;
    return subscribe({ formState: { values: true }, callback: ({ values }) => storeDraft(name, draftSchema.safeParse(values).data) });
  }, [subscribe, name, draftSchema]);

  const error = (field: Path<Typed>): string | undefined => {
    const key = form.getFieldState(field, form.formState).error?.message;
    return key === undefined ? undefined : validationText(key, t);
  };
  return {
    form,
    discard,
    isPending: command.isPending,
    isRestored: restored !== undefined,
    submit: (event?: FormEvent) => void form.handleSubmit((body) => command.run(body))(event),
    error,
    /** What an input, a select or a text area of the form takes. */
    control: (field: Path<Typed>) => ({ ...form.register(field), error: error(field) }),
    /** What a control takes that is no element of the browser's. */
    controlled: <Name extends Path<Typed>>(field: Name) => ({
      // oxlint-disable-next-line react/incompatible-library -- the React Compiler is not used here
      value: form.watch(field),
      error: error(field),
      onChange: (value: PathValue<Typed, Name>) =>
        form.setValue(field, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted }),
    }),
  };
}

/** Whole values are default values too, which TypeScript does not see of a generic type. */
const asDefaults = <T extends FieldValues>(values: T) => values as DefaultValues<T>;

const isFieldOf = <T extends FieldValues>(values: T, name: string): name is Path<T> => name in values;
