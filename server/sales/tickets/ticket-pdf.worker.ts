import { constants, setPriority } from 'node:os';
import { drawTicketPdf } from './ticket-pdf.ts';

// Sales and scans have priority over drawing. Only on Linux does this concern the thread alone; elsewhere it would be the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);

export default drawTicketPdf;
