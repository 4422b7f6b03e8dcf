import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020'
import { createApp } from '../../../src/app.ts'
import type { Ctx } from '../../../src/context.ts'
import { openApiDocument } from '../../../src/web/openapi/document.ts'
import type { Operation } from '../../../src/web/openapi/operation.ts'

type Api = ReturnType<typeof openApiDocument>

const segments = (path: string) => path.split('/').filter((part) => part !== '')

type Template = { path: string; parts: readonly string[] }

/**
 * Returns the paths of a document, with their parts; one that is spelt out goes before one with a
 * parameter.
 */
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

let made: Promise<{ api: Api; templates: readonly Template[] }> | undefined

async function make(ctx: Ctx) {
  const api = openApiDocument(await createApp(ctx), 'test')
  return { api, templates: templatesOf(api) }
}

// Formats say what a text is; they are not what validates here.
const ajv = new Ajv2020({ strict: false, validateFormats: false, code: { optimize: false } })

// Compiling a schema takes longer than most requests. Many answers share one by what it says,
// refusals above all, so each document keeps them by their text.
const compiled = new WeakMap<object, Map<string, ValidateFunction>>()

function checkOf(schema: object, components: object): ValidateFunction {
  const known = compiled.get(components) ?? new Map<string, ValidateFunction>()
  compiled.set(components, known)
  const text = JSON.stringify(schema)
  const fits = known.get(text) ?? ajv.compile({ components, ...schema })
  known.set(text, fits)
  return fits
}

/** The document's words for an operation's answers. */
type Documented = { responses: Operation['responses']; components: Api['components'] }

/**
 * Returns what of an answer the document does not say: its status, its type or its body. Reads the
 * body if that is JSON.
 */
export async function misfit({ responses, components }: Documented, method: string, response: Response) {
  const { status, headers } = response
  const type = headers.get('content-type')?.split(';')[0]
  if (responses[status] === undefined) return `${status} is not documented`
  if (type === undefined || method === 'HEAD') return undefined
  const content = responses[status].content?.[type]
  if (content === undefined) return `${status} ${type} is not documented`
  if (!/[/+]json$/.test(type)) return undefined
  const fits = checkOf(content.schema ?? {}, components)
  return fits(await response.json()) ? undefined : `${status} does not fit: ${JSON.stringify(fits.errors)}`
}

/**
 * Returns the same of an answer to an address; undefined for a page, and for an address of no
 * operation.
 */
export async function misfitAt(ctx: Ctx, method: string, url: string, response: Response) {
  made ??= make(ctx)
  const { api, templates } = await made
  const { pathname } = new URL(url)
  const isPage = response.status >= 400 && response.headers.get('content-type')?.startsWith('text/html')
  if (/\/(?:\/|$)/.test(pathname) || isPage) return undefined
  const paths: Record<string, Record<string, Operation>> = api.paths
  const operation = paths[pathOf(templates, pathname) ?? '']?.[method.toLowerCase()]
  const { components } = api
  return operation && misfit({ responses: operation.responses, components }, method, response)
}

/**
 * Throws when a product route answers with a status that /openapi.json does not name. Every `call`
 * of a test asks this, so that the document is held against all that the tests know.
 */
export async function refuseUndocumented(ctx: Ctx, method: string, path: string, status: number): Promise<void> {
  if (!path.startsWith('/api/')) return
  made ??= make(ctx)
  const { api, templates } = await made
  const paths: Record<string, Record<string, { responses: Record<string, unknown> }>> = api.paths
  const found = pathOf(templates, new URL(path, 'http://x').pathname)
  const operation = found === undefined ? undefined : paths[found]?.[method.toLowerCase()]
  if (operation && !(status in operation.responses)) {
    throw new Error(
      `${method} ${found} answered ${status}, which /openapi.json does not name: see "refuses" in guard.ts.`,
    )
  }
}
