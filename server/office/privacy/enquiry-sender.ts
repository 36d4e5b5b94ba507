import { splitEnquiry, type EnquiryKind } from '#shared/enquiries/joined-text.ts';
import { emailKey } from '#server/platform/limits/email-key.ts';

/** Whether an enquiry was sent with this address as the one to answer to. One that only mentions it is somebody else's. */
export function isSentFrom(email: string, { kind, body }: { kind: EnquiryKind; body: string }): boolean {
  const sender = splitEnquiry(kind, body)?.find(({ field }) => field === 'email')?.value;
  return sender !== undefined && emailKey(sender) === emailKey(email);
}
