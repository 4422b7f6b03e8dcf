import { createApp } from '../../src/app.ts'
import type { Ctx } from '../../src/context.ts'
import { openApiDocument } from '../../src/openapi/document.ts'

type Api = ReturnType<typeof openApiDocument>

const segments = (path: string) => path.split('/').filter((part) => part !== '')

/** Returns the path of the document that an address has; one that is spelt out goes before one with a parameter. */
function pathOf(paths: readonly string[], address: string): string | undefined {
  const asked = segments(address)
  const fits = (path: string) => {
    const parts = segments(path)
    return parts.length === asked.length && parts.every((part, at) => part.startsWith('{') || part === asked[at])
  }
  return paths.filter(fits).toSorted((a, b) => a.split('{').length - b.split('{').length)[0]
}

let made: Api | undefined

/**
 * Throws when a product route answers with a status that /openapi.json does not name. Every `call` of a test asks this,
 * so that the document is held against all that the tests know.
 */
export function refuseUndocumented(ctx: Ctx, method: string, path: string, status: number): void {
  if (!path.startsWith('/api/')) return
  made ??= openApiDocument(createApp(ctx), 'test')
  const paths: Record<string, Record<string, { responses: Record<string, unknown> }>> = made.paths
  const found = pathOf(Object.keys(paths), new URL(path, 'http://x').pathname)
  const operation = found === undefined ? undefined : paths[found]?.[method.toLowerCase()]
  if (operation && !(status in operation.responses)) {
    throw new Error(
      `${method} ${found} answered ${status}, which /openapi.json does not name: see "refuses" in guard.ts.`,
    )
  }
}
