import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'
import { createGenerator, ExposeNodeParser } from 'ts-json-schema-generator'
import { version } from '../../node_modules/stripe/package.json'
import { sha256Hex } from '../../src/lib/hmac.ts'

const root = join(import.meta.dir, '../..')
const shapes = join(import.meta.dir, 'stripe-shapes.ts')

type Schema = { properties: Record<string, unknown>; definitions: Record<string, unknown> }
type Place = { getSourceFile(): { fileName: string }; pos: number }
type Context = { getArguments(): readonly ({ getName(): string } | undefined)[] }

/** The JSON Schema of everything in stripe-shapes.ts, made of the SDK's own declarations. Kept in .build between runs. */
async function readSchema(): Promise<Schema> {
  const print = sha256Hex(`${version}\n${await Bun.file(shapes).text()}\n${await Bun.file(import.meta.path).text()}`)
  const kept = Bun.file(join(root, `.build/stripe-schema-${print.slice(0, 16)}.json`))
  if (await kept.exists()) return await kept.json()
  const text = JSON.stringify(generate())
  mkdirSync(join(root, '.build'), { recursive: true })
  await Bun.write(kept, text)
  return JSON.parse(text)
}

function generate(): unknown {
  // Stripe's types are nested in namespaces, so that their bare names clash; where they stand is unique.
  Reflect.set(ExposeNodeParser.prototype, 'getDefinitionName', (node: Place, context: Context) => {
    const file = node.getSourceFile().fileName.split('/esm/').at(-1)?.replaceAll('/', '.')
    const given = context.getArguments().map((argument) => argument?.getName() ?? '')
    return `${file}.${node.pos}<${given.join(',')}>`
  })
  const config = {
    path: shapes,
    tsconfig: join(import.meta.dir, 'stripe-schema.tsconfig.json'),
    type: 'Shapes',
    skipTypeCheck: true,
    additionalProperties: false,
    functions: 'hide',
    jsDoc: 'none',
    expose: 'all',
    topRef: false,
  } as const
  return createGenerator(config).createSchema('Shapes')
}

/** Tells what is wrong with an answer; nothing when it is as the SDK's types say. */
export type CheckShape = (name: string, thing: unknown) => string[]

/** Makes the check. Definitions are compiled when an answer first reaches them: compiling all 1,700 takes seconds. */
export async function createShapeCheck(): Promise<CheckShape> {
  const schema = await readSchema()
  const ajv = new Ajv({ strict: false, allErrors: false, validateSchema: false })
  const compiled = new Map<string, ValidateFunction>()
  let found: string[] = []
  const holds = (key: string, part: unknown, data: unknown): boolean => {
    const check = compiled.get(key) ?? ajv.compile(lazily(part))
    compiled.set(key, check)
    if (check(data)) return true
    found.push(`${key}: ${ajv.errorsText(check.errors)} ${JSON.stringify(check.errors?.map((error) => error.params))}`)
    return false
  }
  ajv.addKeyword({
    keyword: 'lazyRef',
    validate: (ref: string, data: unknown) => holds(ref, schema.definitions[ref], data),
  })
  return (name, thing) => {
    found = []
    return holds(name, schema.properties[name], thing) ? [] : found
  }
}

/** The same schema with each `$ref` compiled only when it is reached. */
function lazily(part: unknown): object {
  if (part === undefined) return { not: {} }
  return JSON.parse(
    JSON.stringify(part).replaceAll(
      /"\$ref":"#\/definitions\/([^"]+)"/g,
      (_, name: string) => `"lazyRef":${JSON.stringify(decodeURIComponent(name))}`,
    ),
  )
}
