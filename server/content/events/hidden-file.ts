/** What a page, a script, a document or an archive has and no picture needs. */
const WORDS = /<script|<!doctype|<html|<svg|<\?php|%PDF-/i;
/** The last record of a ZIP archive, which may stand behind anything else. */
const ARCHIVE_END = Buffer.from([0x50, 0x4b, 0x05, 0x06]);

/**
 * Whether a file that may well be a picture is something else besides. Nothing of it would survive being made anew; whoever sends one has
 * no photo in mind, though, and is told so.
 */
export const hidesAnotherFile = (content: Buffer): boolean => content.includes(ARCHIVE_END) || WORDS.test(content.toString('latin1'));
