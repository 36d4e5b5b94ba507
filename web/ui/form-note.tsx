/** Why an attempt was refused, or what another user changed since the form was opened. */
export const FormNote = ({ text }: { text: string | undefined }) =>
  text !== undefined && (
    <p role="alert" className="border border-danger p-4">
      {text}
    </p>
  );
