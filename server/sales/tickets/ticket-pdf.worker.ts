import { constants, setPriority } from 'node:os';
import { drawTicketPdf } from './ticket-pdf.ts';

// Sales and scans come before drawings. Elsewhere than on Linux this would be the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);

export default drawTicketPdf;
