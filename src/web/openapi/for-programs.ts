import type { JsonSchema } from '../../lib/json/json-schema.ts'
import type { OpenApi } from './document.ts'
import type { Operation } from './operation.ts'
import { isForPrograms } from './tags.ts'

const needsNoAccount = ({ security }: Operation): boolean =>
  security === undefined || security.length === 0 || security.some((asked) => !('session' in asked || isGiven(asked)))

// The owner gives the one, and an account makes the other.
const isGiven = (asked: object): boolean => 'agentSecret' in asked || 'sandboxCredential' in asked

/** Returns the part of the document that a program without an account can use. */
export function documentForPrograms(api: OpenApi): OpenApi {
  const paths: OpenApi['paths'] = {}
  for (const [path, methods] of Object.entries(api.paths)) {
    const kept = Object.entries(methods).filter(
      ([, operation]) => isForPrograms(operation.tags[0] ?? '') && needsNoAccount(operation),
    )
    if (kept.length > 0) paths[path] = Object.fromEntries(kept)
  }
  const proofs = new Set(
    Object.values(paths).flatMap((methods) =>
      Object.values(methods).flatMap(({ security = [] }) => security.flatMap((each) => Object.keys(each))),
    ),
  )
  const used = new Set(Object.values(paths).flatMap((methods) => Object.values(methods).flatMap(({ tags }) => tags)))
  return {
    ...api,
    info: { ...api.info, description: `${api.info.description} This is the part that needs no account.` },
    tags: api.tags.filter(({ name }) => used.has(name)),
    components: {
      ...api.components,
      schemas: reachedFrom(paths, api.components.schemas),
      securitySchemes: Object.fromEntries(
        Object.entries(api.components.securitySchemes).filter(([name]) => proofs.has(name)),
      ),
    },
    paths,
  }
}

/** Returns the schemas that something names, and those that they name. */
function reachedFrom(from: object, schemas: Record<string, JsonSchema>): Record<string, JsonSchema> {
  const reached = new Set<string>()
  const walk = (thing: object) => {
    for (const [, name = ''] of JSON.stringify(thing).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      const schema = schemas[name]
      if (reached.has(name) || !schema) continue
      reached.add(name)
      walk(schema)
    }
  }
  walk(from)
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => reached.has(name)))
}
