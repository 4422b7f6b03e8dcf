/**
 * Parses JSON of this very program: props and frames that our server wrote, data that this tab
 * stored, and what this browser stored with a version. No schema checks it, since that would be
 * part of every page's script; JSON of others goes through src/lib/json/json.ts.
 */
export const ownJson = <T>(text: string): T => JSON.parse(text)
