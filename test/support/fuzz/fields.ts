import { createApp } from '../../../src/app.ts'
import { withoutPause } from '../../../src/lib/turn/pace.ts'
import { openApiDocument } from '../../../src/web/openapi/document.ts'
import type { Operation } from '../../../src/web/openapi/operation.ts'
import type { Stage } from '../contract.ts'
import { misfitAt } from '../machine/documented.ts'
import type { TestServer } from '../server.ts'
import { createDice } from './dice.ts'
import { judge, type Oddity } from './judge.ts'
import { treacherous } from './junk.ts'
import { fittingPath, type Target, targetsOf } from './targets.ts'

export type Place = readonly (string | number)[]

export type Schema = {
  $ref?: string
  type?: string
  const?: unknown
  enum?: unknown[]
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  maxItems?: number
  required?: string[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
}

type Named = Readonly<Record<string, Schema>>

type Field = { place: Place; schema: Schema }

/** Returns every field that a schema of a body names, of lists that of their first. */
function fieldsOf(named: Named, schema: Schema, at: Place = []): Field[] {
  const { $ref, properties = {}, items, anyOf = [], oneOf = [] } = schema
  const referred = $ref === undefined ? undefined : named[$ref.slice($ref.lastIndexOf('/') + 1)]
  if (referred) return fieldsOf(named, referred, at)
  const of = (each: Schema, place: Place) => [{ place, schema: each }, ...fieldsOf(named, each, place)]
  const inside = Object.entries(properties).flatMap(([key, each]) => of(each, [...at, key]))
  const choices = [...anyOf, ...oneOf].flatMap((each) => fieldsOf(named, each, at))
  return [...inside, ...choices, ...(items === undefined ? [] : of(items, [...at, 0]))]
}

const resolved = (named: Named, { $ref, ...schema }: Schema): Schema =>
  $ref === undefined ? schema : (named[$ref.slice($ref.lastIndexOf('/') + 1)] ?? {})

/** Returns the JSON of a value with other JSON in place of one field. */
export function jsonWith(value: unknown, [key, ...rest]: Place, json: string): string {
  if (key === undefined) return json
  const inner = jsonWith(Reflect.get(Object(value), key), rest, json)
  if (typeof key === 'number') return `[${inner}]`
  const others = Object.entries(Object(value)).filter(([each]) => each !== key)
  return `{${[...others.map(([each, of]) => `${JSON.stringify(each)}:${JSON.stringify(of)}`), `"${key}":${inner}`].join()}}`
}

type Body = { target: Target; operation: Operation; schema: Schema; fields: Field[] }

/** Returns every route that the document describes, with each field of its JSON body once. */
export async function fieldsOfBodies(svc: TestServer): Promise<Body[]> {
  const document = await openApiDocument(await createApp(svc.ctx), 'test', withoutPause)
  const paths: Record<string, Record<string, Operation>> = document.paths
  const named: Named = document.components.schemas
  return (await targetsOf(svc)).flatMap((target) => {
    const operation = paths[target.path.replace(/:(\w+)/g, '{$1}')]?.[target.method.toLowerCase()]
    if (!operation) return []
    const schema: Schema = operation.requestBody?.content?.['application/json']?.schema ?? {}
    const fields = fieldsOf(named, schema)
    return [
      {
        target,
        operation,
        schema: resolved(named, schema),
        fields: [...new Map(fields.map((field) => [field.place.join('.'), field])).values()],
      },
    ]
  })
}

/**
 * Sends treacherous values in every field of every JSON body that the document describes, one at a
 * time, what else the route takes as it should be. Gives how many were sent and those that were not
 * refused in the product's words.
 */
export async function fuzzFields(svc: TestServer, stage: Stage): Promise<{ sent: number; oddities: Oddity[] }> {
  const dice = createDice(1)
  const oddities: Oddity[] = []
  let sent = 0
  for (const { target, fields } of await fieldsOfBodies(svc)) {
    for (const [{ place }, json] of fields.flatMap((each) => treacherous.map((json) => [each, json] as const))) {
      const path = fittingPath(dice, target, stage)
      const headers = { 'content-type': 'application/json', cookie: stage.nova.cookie }
      const body = jsonWith(target.row?.body?.(stage), place, json)
      const response = await svc.fetch(path, { method: target.method, headers, body, redirect: 'manual' })
      sent += 1
      const asked = { method: target.method, url: svc.url + path, accept: undefined }
      const copy = response.clone()
      const answer = (await judge(asked, response)) ?? (await misfitAt(svc.ctx, target.method, asked.url, copy))
      if (answer !== undefined) oddities.push({ request: `${target.method} ${path} ${body}`, answer })
    }
  }
  return { sent, oddities }
}
