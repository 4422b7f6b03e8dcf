import type { JsonSchema } from '../../lib/json/json-schema.ts'
import type { Content, Operation } from './operation.ts'

/** Returns the schemas of what an operation takes and answers. */
export const schemasOf = ({ parameters = [], requestBody = {}, responses }: Operation): JsonSchema[] => [
  ...parameters.flatMap(({ schema }) => (schema ? [schema] : [])),
  ...[requestBody, ...Object.values(responses)].flatMap(({ content = {} }) =>
    Object.values(content).flatMap(({ schema }) => (schema ? [schema] : [])),
  ),
]

/** Returns an operation with each of its schemas replaced. */
export function mapSchemas(operation: Operation, replace: (schema: JsonSchema) => JsonSchema): Operation {
  const own = <Has extends { schema?: JsonSchema }>(each: Has): Has =>
    each.schema ? { ...each, schema: replace(each.schema) } : each
  const inside = ({ content, ...more }: Content): Content => ({
    ...more,
    ...(content && { content: Object.fromEntries(Object.entries(content).map(([type, each]) => [type, own(each)])) }),
  })
  const { parameters, requestBody, responses, ...more } = operation
  return {
    ...more,
    ...(parameters && { parameters: parameters.map(own) }),
    ...(requestBody && { requestBody: inside(requestBody) }),
    responses: Object.fromEntries(Object.entries(responses).map(([status, answer]) => [status, inside(answer)])),
  }
}
