import { constants, setPriority } from 'node:os';
import { drawTicketPdf } from './ticket-pdf.ts';

// Sales and scans have priority over drawing. Only Linux limits this to the thread; elsewhere it would affect the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);

export default drawTicketPdf;
