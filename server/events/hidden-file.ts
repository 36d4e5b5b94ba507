/** What a page, a program, a document or an archive has and no picture needs. */
const MARKS = /<script|<!doctype|<html|<svg|<\?php|%PDF-|PK\x05\x06|\x7FELF/i;

/**
 * Whether a file that may well be a picture is something else besides. Nothing of it would survive being made anew; whoever sends one has
 * no photo in mind, though, and is told so.
 */
export const hidesAnotherFile = (content: Buffer): boolean => MARKS.test(content.toString('latin1'));
