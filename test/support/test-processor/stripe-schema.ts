import { mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { version } from '../../../node_modules/stripe/package.json'
import { sha256Hex } from '../../../src/lib/hash/hmac.ts'
import { createLazyCheck } from '../machine/lazy-schema.ts'
import { inTree } from '../tree.ts'

const root = inTree()
const shapes = inTree('test/support/test-processor/stripe-shapes.ts')

type Schema = { properties: Record<string, unknown>; definitions: Record<string, unknown> }
type Place = { getSourceFile(): { fileName: string }; pos: number }
type Context = { getArguments(): readonly ({ getName(): string } | undefined)[] }

/**
 * The JSON Schema of everything in stripe-shapes.ts, made of the SDK's own declarations. Kept in
 * .build between runs.
 */
async function readSchema(): Promise<Schema> {
  const print = sha256Hex(`${version}\n${await Bun.file(shapes).text()}\n${await Bun.file(import.meta.path).text()}`)
  const kept = Bun.file(join(root, `.build/stripe-schema-${print.slice(0, 16)}.json`))
  if (await kept.exists()) return await kept.json()
  const text = JSON.stringify(await generate())
  mkdirSync(join(root, '.build'), { recursive: true })
  // Another test file may be at the same: none reads half of it.
  const made = `${kept.name}.${process.pid}`
  await Bun.write(made, text)
  renameSync(made, `${kept.name}`)
  return JSON.parse(text)
}

async function generate(): Promise<unknown> {
  // With all of TypeScript in it, which is not needed where the schema is kept.
  const { createGenerator, ExposeNodeParser } = await import('ts-json-schema-generator')
  // Stripe's types are nested in namespaces, so that their bare names clash; where they stand is
  // unique.
  Reflect.set(ExposeNodeParser.prototype, 'getDefinitionName', (node: Place, context: Context) => {
    const file = node.getSourceFile().fileName.split('/esm/').at(-1)?.replaceAll('/', '.')
    const given = context.getArguments().map((argument) => argument?.getName() ?? '')
    return `${file}.${node.pos}<${given.join(',')}>`
  })
  const config = {
    path: shapes,
    tsconfig: inTree('test/support/test-processor/stripe-schema.tsconfig.json'),
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

/**
 * Makes the check of answers and events, and of requests whose numbers are text with `fromText`.
 */
export async function createShapeCheck(options: { fromText?: boolean } = {}): Promise<CheckShape> {
  const { properties, definitions } = await readSchema()
  const check = createLazyCheck(definitions, '#/definitions/', options)
  return (name, thing) => check(name, properties[name], thing)
}

/**
 * Returns the schema of each operation's parameters and what it refers to, by the names that the
 * SDK declares.
 */
export async function requestSchemas() {
  const { properties, definitions } = await readSchema()
  return { schemas: properties, definitions, prefix: '#/definitions/' }
}
