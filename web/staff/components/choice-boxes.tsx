import { Checkbox } from '#web/ui/fields.tsx';

type ChoiceBoxesProps<Choice extends string> = {
  legend: string;
  choices: readonly Choice[];
  textsOf(choice: Choice): { title: string; text: string };
  value: readonly Choice[];
  error: string | undefined;
  onChange(chosen: Choice[]): void;
};

/** One box per choice, with a line that explains it. The error is at the first box, which then takes the focus. */
export function ChoiceBoxes<Choice extends string>({ legend, choices, textsOf, value, error, onChange }: ChoiceBoxesProps<Choice>) {
  const change = (choice: Choice, isChosen: boolean) =>
    onChange(choices.filter((each) => (each === choice ? isChosen : value.includes(each))));
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 font-semibold">{legend}</legend>
      {choices.map((choice, position) => {
        const { title, text } = textsOf(choice);
        return (
          <Checkbox
            key={choice}
            checked={value.includes(choice)}
            error={position === 0 ? error : undefined}
            onChange={({ target }) => change(choice, target.checked)}
            label={
              <>
                <span className="block font-semibold">{title}</span>
                <span className="block text-muted">{text}</span>
              </>
            }
          />
        );
      })}
    </fieldset>
  );
}
