import { enquiriesContract } from '#shared/enquiries/enquiries.contract.ts';
import type { Serve } from '#server/platform/http/serve.ts';
import { receiveEnquiry } from './enquiries.service.ts';

export function enquiriesApi(serve: Serve): void {
  serve(enquiriesContract.rental, (ctx, { body, subject }, { request }) =>
    receiveEnquiry(ctx, 'rental', { body, honeypot: subject, address: request.ip }),
  );
  serve(enquiriesContract.dj, (ctx, { body, subject }, { request }) =>
    receiveEnquiry(ctx, 'dj', { body, honeypot: subject, address: request.ip }),
  );
}
