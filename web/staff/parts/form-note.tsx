/** Why an attempt was refused, or what somebody else did meanwhile. */
export const FormNote = ({ text }: { text: string | undefined }) =>
  text !== undefined && (
    <p role="alert" className="border border-danger p-4">
      {text}
    </p>
  );
