import { zodResolver } from '@hookform/resolvers/zod';
import { joinEnquiry } from '#shared/enquiries/enquiry-fields.ts';
import { DjForm, RentalForm } from '#shared/enquiries/enquiry.schemas.ts';

/** What only a form that is filled in needs: its rules, and how it is sent. */
export { joinEnquiry };

export const djRules = zodResolver(DjForm);
export const rentalRules = zodResolver(RentalForm);
