/** Why an attempt was refused, or what somebody else changed since it was opened. */
export const FormNote = ({ text }: { text: string | undefined }) =>
  text !== undefined && (
    <p role="alert" className="border border-danger p-4">
      {text}
    </p>
  );
