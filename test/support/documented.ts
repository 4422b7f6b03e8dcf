import { createApp } from '../../src/app.ts'
import type { Ctx } from '../../src/context.ts'
import { openApiDocument } from '../../src/openapi/document.ts'

type Api = ReturnType<typeof openApiDocument>

const segments = (path: string) => path.split('/').filter((part) => part !== '')

type Template = { path: string; parts: readonly string[] }

/** Returns the paths of a document, with their parts; one that is spelt out goes before one with a parameter. */
const templatesOf = ({ paths }: Api): Template[] =>
  Object.keys(paths)
    .toSorted((a, b) => a.split('{').length - b.split('{').length)
    .map((path) => ({ path, parts: segments(path) }))

/** Returns the path of the document that an address has. */
function pathOf(templates: readonly Template[], address: string): string | undefined {
  const asked = segments(address)
  const fits = ({ parts }: Template) =>
    parts.length === asked.length && parts.every((part, at) => part.startsWith('{') || part === asked[at])
  return templates.find(fits)?.path
}

let made: { api: Api; templates: readonly Template[] } | undefined

function make(ctx: Ctx) {
  const api = openApiDocument(createApp(ctx), 'test')
  return { api, templates: templatesOf(api) }
}

/**
 * Throws when a product route answers with a status that /openapi.json does not name. Every `call` of a test asks this,
 * so that the document is held against all that the tests know.
 */
export function refuseUndocumented(ctx: Ctx, method: string, path: string, status: number): void {
  if (!path.startsWith('/api/')) return
  made ??= make(ctx)
  const paths: Record<string, Record<string, { responses: Record<string, unknown> }>> = made.api.paths
  const found = pathOf(made.templates, new URL(path, 'http://x').pathname)
  const operation = found === undefined ? undefined : paths[found]?.[method.toLowerCase()]
  if (operation && !(status in operation.responses)) {
    throw new Error(
      `${method} ${found} answered ${status}, which /openapi.json does not name: see "refuses" in guard.ts.`,
    )
  }
}
