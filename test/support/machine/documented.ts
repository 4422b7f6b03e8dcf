import { createApp } from '../../../src/app.ts'
import type { Ctx } from '../../../src/context.ts'
import { withoutPause } from '../../../src/lib/turn/pace.ts'
import { type OpenApi, openApiDocument } from '../../../src/web/openapi/document.ts'
import type { Operation } from '../../../src/web/openapi/operation.ts'
import { type CheckSchema, createLazyCheck } from './lazy-schema.ts'

const segments = (path: string) => path.split('/').filter((part) => part !== '')

type Template = { path: string; parts: readonly RegExp[] }

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const patternOf = (part: string) =>
  new RegExp(
    `^${part
      .split(/(\{\w+\})/)
      .map((each) => (each.startsWith('{') ? '.+' : literal(each)))
      .join('')}$`,
  )

/**
 * Returns the paths of a document, with their parts; one that is spelt out goes before one with a
 * parameter.
 */
const templatesOf = ({ paths }: OpenApi): Template[] =>
  Object.keys(paths)
    .toSorted((a, b) => a.split('{').length - b.split('{').length)
    .map((path) => ({ path, parts: segments(path).map(patternOf) }))

/** Returns the path of the document that an address has. */
function pathOf(templates: readonly Template[], address: string): string | undefined {
  const asked = segments(address)
  const fits = ({ parts }: Template) =>
    parts.length === asked.length && parts.every((part, at) => part.test(asked[at] ?? ''))
  return templates.find(fits)?.path
}

type Made = { api: OpenApi; templates: readonly Template[]; components: Components }
let made: Promise<Made> | undefined

async function make(ctx: Ctx): Promise<Made> {
  const api = await openApiDocument(await createApp(ctx), 'test', withoutPause)
  return { api, templates: templatesOf(api), components: api.components }
}

type Components = Pick<OpenApi['components'], 'schemas'>

// Compiling a schema takes longer than most requests: each is compiled when an answer first has it.
const checks = new WeakMap<object, CheckSchema>()

function checkOf(components: Components): CheckSchema {
  const check = checks.get(components) ?? createLazyCheck(components.schemas, '#/components/schemas/')
  checks.set(components, check)
  return check
}

/** Headers of any answer, which the document says once, at its top. */
const common: ReadonlySet<string> = new Set([
  ...['connection', 'content-encoding', 'content-language', 'content-length', 'content-security-policy'],
  ...['content-type', 'cross-origin-opener-policy', 'cross-origin-resource-policy', 'date', 'keep-alive'],
  ...['permissions-policy', 'referrer-policy', 'set-cookie', 'strict-transport-security', 'transfer-encoding'],
  ...['vary', 'x-content-type-options', 'x-frame-options', 'x-request-id'],
])

const isCommon = (name: string, value: string): boolean =>
  common.has(name) || name.startsWith('access-control-') || (name === 'cache-control' && value.includes('no-store'))

/** The document's words for an operation's answers. */
type Documented = { responses: Operation['responses']; components: Components }

/** The parts of an answer that the document describes; `json` is undefined for another type. */
export type Described = { status: number; headers: Headers; json?: unknown }

const isJson = (type: string | undefined): boolean => /[/+]json$/.test(type ?? '')
const typeOf = ({ headers }: { headers: Headers }) => headers.get('content-type')?.split(';')[0]

/** Returns what of an answer the document does not say: its status, headers, type or body. */
export function misfitOf({ responses, components }: Documented, method: string, answer: Described) {
  const { status, headers, json } = answer
  const told = responses[status]
  const type = typeOf(answer)
  if (told === undefined) return `${status} is not documented`
  const names = new Set(Object.keys(told.headers ?? {}).map((name) => name.toLowerCase()))
  const silent = [...headers]
    .filter(([name, value]) => !names.has(name) && !isCommon(name, value))
    .map(([name]) => name)
  if (silent.length > 0) return `${status} has undocumented headers: ${silent}`
  if (type === undefined || method === 'HEAD' || status === 304) return undefined
  const content = told.content?.[type]
  if (content === undefined) return `${status} ${type} is not documented`
  if (!isJson(type)) return undefined
  const schema = content.schema ?? {}
  const wrong = checkOf(components)(JSON.stringify(schema), schema, json)
  return wrong.length === 0 ? undefined : `${status} does not fit: ${wrong.join('; ')}`
}

/** The same of an answer that was not read yet. Reads the body if that is JSON. */
export const misfit = async (documented: Documented, method: string, response: Response) =>
  misfitOf(documented, method, {
    status: response.status,
    headers: response.headers,
    json: isJson(typeOf(response)) && method !== 'HEAD' ? await response.json() : undefined,
  })

/** Returns the operation of an address; undefined for one of no operation, such as a page. */
async function operationAt(ctx: Ctx, method: string, address: string) {
  made ??= make(ctx)
  const { api, templates, components } = await made
  const { pathname } = new URL(address, 'http://x')
  if (/\/(?:\/|$)/.test(pathname)) return undefined
  const path = pathOf(templates, pathname)
  const operations = api.paths[path ?? '']
  const operation = operations?.[method.toLowerCase()] ?? (method === 'HEAD' ? operations?.get : undefined)
  return operation && { path, documented: { responses: operation.responses, components } }
}

const isPage = (answer: Described | Response): boolean => typeOf(answer) === 'text/html' && answer.status >= 400

/**
 * Returns the same of an answer to an address; undefined for a page, and for an address of no
 * operation.
 */
export async function misfitAt(ctx: Ctx, method: string, url: string, response: Response) {
  const found = await operationAt(ctx, method, url)
  return found && !isPage(response) ? misfit(found.documented, method, response) : undefined
}

/**
 * Throws when an operation answers otherwise than /openapi.json says: with another status, header,
 * type or body. Every request of a test that its server sends asks this, so that the document is
 * held against all that the tests know.
 */
export async function refuseUndocumented(ctx: Ctx, method: string, address: string, answer: Described): Promise<void> {
  const found = await operationAt(ctx, method, address)
  // Headers that are too large are refused by the runtime, before any operation.
  if (!found || isPage(answer) || answer.status === 431) return
  const wrong = misfitOf(found.documented, method, answer)
  if (wrong)
    throw new Error(`/openapi.json says otherwise of ${method} ${found.path}: ${wrong}. See the options in guard.ts.`)
}

/** The same of an answer that its test reads itself. */
export async function refuseUndocumentedOf(ctx: Ctx, method: string, address: string, response: Response) {
  const { status, headers } = response
  const json =
    isJson(typeOf(response)) && method !== 'HEAD' && status !== 304 ? await response.clone().json() : undefined
  await refuseUndocumented(ctx, method, address, { status, headers, json })
}
