/**
 * Returns what the JSON of this very program says: props and frames that our server wrote, and what this tab stored. No
 * schema looks at it, since that would be a part of every page's script; what others wrote goes through src/lib/json.ts.
 */
export const ownJson = <T>(text: string): T => JSON.parse(text)
