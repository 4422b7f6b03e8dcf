import { expect, test } from 'bun:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020'
import { createApp } from '../../src/app.ts'
import type { JsonSchema } from '../../src/lib/json/json-schema.ts'
import { withoutPause } from '../../src/lib/turn/pace.ts'
import { eventTypes } from '../../src/release/provenance/event.ts'
import { openApiDocument } from '../../src/web/openapi/document.ts'
import type { Operation } from '../../src/web/openapi/operation.ts'
import { mapSchemas } from '../../src/web/openapi/operation-schemas.ts'
import { simplify } from '../../src/web/openapi/simplify.ts'
import { tags } from '../../src/web/openapi/tags.ts'
import { foreignWrite, usualRefusals, withDefault } from '../../src/web/openapi/usual-refusals.ts'
import { shareServer } from '../support/shared.ts'

const shared = shareServer(async (svc) => openApiDocument(await createApp(svc.ctx), '1', withoutPause))

const plain = (thing: unknown): unknown => JSON.parse(JSON.stringify(thing))

/** A thing with what its references name, and all inside that, in their places. */
const resolved = (thing: unknown, components: Record<string, Record<string, unknown>>): unknown =>
  JSON.parse(JSON.stringify(thing), (_, value) => {
    const [, kind = '', name = ''] = /^#\/components\/(\w+)\/(.+)$/.exec(Object(value).$ref ?? '') ?? []
    return name === '' ? value : resolved(components[kind]?.[name], components)
  })

/** The same with each schema in the fewest words. */
const simplified = (operation: Operation, schemas: Record<string, JsonSchema>) =>
  mapSchemas(operation, (schema) => simplify(Object(resolved(schema, { schemas }))))

test('the sent document says everything once, and resolves to the very same document', async () => {
  const { svc } = await shared()
  const sent = await (await svc.fetch('/openapi.json')).json()
  const document = await openApiDocument(await createApp(svc.ctx), sent.info.version, withoutPause)
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, whole] of Object.entries(methods)) {
      const folded = { ...whole, responses: withDefault(whole.responses) }
      const { responses, ...same } = simplified(folded, document.components.schemas)
      const short = sent.paths[path][method]
      const { responses: told, ...others } = simplified(Object(resolved(short, sent.components)), {})
      expect<unknown>({ security: sent.security, ...others }).toEqual(plain(same))
      expect<unknown>([method, path, told]).toEqual([method, path, plain(responses)])
    }
  }
  const text = JSON.stringify(sent)
  expect(text.length).toBeLessThan(480_000)
  expect(sent.tags.map(({ name }: { name: string }) => name)).toEqual(tags.map(({ name }) => name))
  const { events } = Object(sent.components.schemas.Events).properties
  const types = events.items.anyOf.map(
    ({ properties }: { properties: { type: { const: string } } }) => properties.type.const,
  )
  expect(types).toEqual([...eventTypes])
})

test('refusals of any operation are one answer, of which no code is lost', async () => {
  const { paths } = await shared()
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, { responses }] of Object.entries(methods)) {
      const { default: usual, ...kept } = withDefault(responses)
      const lost = Object.keys(responses).filter(
        (status) =>
          !(status in kept) &&
          !usualRefusals.has(status) &&
          responses[status]?.description !== foreignWrite.description,
      )
      expect([method, path, lost]).toEqual([method, path, []])
      for (const [status, { description }] of Object.entries(responses)) {
        if (!(status in kept)) expect(usual?.description).toContain(`${status} ${description?.split(':')[0]}`)
      }
    }
  }
})

test('a schema in fewer words holds for the same values', () => {
  const schemas = [
    {
      anyOf: [
        { const: 'a', type: 'string' },
        { const: 'b', type: 'string' },
      ],
      description: 'a word',
    },
    { anyOf: [{ enum: ['a', 'b'], type: 'string' }, { type: 'null' }] },
    { anyOf: [{ type: 'integer', minimum: 2 }, { type: 'null' }] },
    { anyOf: [{ type: 'string' }, { type: 'integer' }] },
    { anyOf: [{ const: 'a', type: 'string' }, { type: 'null' }] },
    { type: 'object', properties: { a: { enum: ['a', 'b'], type: 'string' } }, required: ['a'] },
  ]
  const values = ['a', 'b', 'c', null, 1, 2, 3.5, {}, { a: 'a' }, { a: 'c' }]
  const ajv = new Ajv2020({ strict: false })
  const held = (schema: object) => values.filter((value) => ajv.validate(schema, value))
  for (const schema of schemas) {
    expect(held(simplify(schema))).toEqual(held(schema))
    expect(JSON.stringify(simplify(schema)).length).toBeLessThanOrEqual(JSON.stringify(schema).length)
  }
  expect(simplify(Object(schemas[0]))).toEqual({ description: 'a word', type: 'string', enum: ['a', 'b'] })
  expect(simplify(Object(schemas[2]))).toEqual({ type: ['integer', 'null'], minimum: 2 })
})

test('every operation has a name that a person would type, and a tag of the list', async () => {
  const { svc, paths } = await shared()
  const document = await (await svc.fetch('/openapi.json')).json()
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ at: `${method} ${path}`, ...operation })),
  )
  const named = /^[a-z][A-Za-z]{2,30}$/
  expect(operations.filter(({ operationId }) => !named.test(operationId)).map(({ at }) => at)).toEqual([])
  const names = operations.map(({ operationId }) => operationId)
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([])
  expect(names).toEqual(expect.arrayContaining(['getManifest', 'checkPermission', 'signUp', 'updateCasset']))
  const order = tags.map(({ name }) => name)
  expect(operations.filter((each) => !order.includes(each.tags.join())).map(({ at }) => at)).toEqual([])
  const places = Object.values<Record<string, Operation>>(document.paths).map((methods) =>
    order.indexOf(Object.values(methods)[0]?.tags[0] ?? ''),
  )
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(tags.every(({ description }) => description.length > 20)).toBe(true)
})

test('the document for programs has what needs no account, resolves by itself and is what llms.txt names', async () => {
  const { svc } = await shared()
  const { text, json } = await svc.call('GET', '/openapi.json?for=programs')
  const whole = await svc.call('GET', '/openapi.json')
  const document = Object(json)
  const operations = Object.values<Record<string, Operation>>(document.paths).flatMap((each) => Object.values(each))
  const names = operations.map(({ operationId }) => operationId)
  expect(names).toEqual(
    expect.arrayContaining([
      'getPublicArtist',
      'searchReleases',
      'getManifest',
      'checkPermission',
      'startLicensePayment',
    ]),
  )
  expect(names).not.toContain('updateCasset')
  const asked = operations.flatMap(({ security = document.security }) => (security.length > 0 ? [security] : []))
  expect(asked.every((each) => each.some((proof: object) => !('session' in proof)))).toBe(true)
  for (const [, kind = '', name = ''] of text.matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)) {
    expect(Object.keys(document.components[kind])).toContain(name)
  }
  const { valid, errors } = await new Validator().validate(JSON.parse(text))
  expect([valid, errors]).toEqual([true, undefined])
  expect(text.length).toBeLessThan(whole.text.length / 4)
  expect((await svc.call('GET', '/llms.txt')).text).toContain('/openapi.json?for=programs')
  expect(await svc.call('GET', '/openapi.json?for=people')).toMatchObject({ status: 400, json: { field: 'for' } })
})
