export const allowed = /status of (409|500)/;
