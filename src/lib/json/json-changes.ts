/** A path (JSON Pointer) at which two JSON values differ; a side without a value is left out. */
export type JsonChange = { path: string; before?: unknown; after?: unknown }

/** Returns where two JSON values differ, each path as deep as possible. */
export function jsonChanges(before: unknown, after: unknown, path = ''): JsonChange[] {
  if (!isContainer(before) || !isContainer(after) || Array.isArray(before) !== Array.isArray(after)) {
    if (Object.is(before, after)) return []
    return [{ path, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) }]
  }
  const olds = new Map(Object.entries(before))
  const news = new Map(Object.entries(after))
  return [...new Set([...olds.keys(), ...news.keys()])].flatMap((key) =>
    jsonChanges(olds.get(key), news.get(key), `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  )
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null
