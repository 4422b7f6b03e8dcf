import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { TSchema } from '@sinclair/typebox'
import type { Route } from '../../src/test-processor/route.ts'
import { routes } from '../../src/test-processor/routes.ts'
import { testLimitMs } from '../support/limits.ts'
import { pay, startPayments } from '../support/test-processor/stripe.ts'
import { requestSchemas } from '../support/test-processor/stripe-schema.ts'
import { createParameterCheck, createWire } from '../support/test-processor/stripe-wire.ts'

setDefaultTimeout(testLimitMs)

// The first file that needs them makes the schemas of the SDK's types.
beforeAll(async () => void (await requestSchemas()))

const nameOf = ({ method, path }: Route) => `${method} ${path}`

/**
 * Returns the dotted names of what a schema accepts, at every depth; `0` is for what stands in a
 * list.
 */
function namesIn(schema: TSchema, path = ''): string[] {
  const inner: TSchema[] = schema.anyOf ?? []
  const own = Object.entries<TSchema>(schema.properties ?? {}).flatMap(([name, one]) => {
    const dotted = path === '' ? name : `${path}.${name}`
    return [dotted, ...namesIn(one, dotted)]
  })
  const items = schema.items ? namesIn(schema.items, `${path}.0`) : []
  return [...new Set([...own, ...items, ...inner.flatMap((one) => namesIn(one, path))])]
}

test('the test processor has no parameter that Stripe does not have', async () => {
  const known = await createParameterCheck()
  const more = routes.flatMap((route) => {
    const theirs = known(nameOf(route))
    return theirs
      ? namesIn(route.schema).flatMap((name) => (theirs(name.replaceAll('.0', '')) ? [] : [`${nameOf(route)} ${name}`]))
      : [nameOf(route)]
  })
  // Only Stripe's own script sends what a payer types.
  const typed = /payment_method_data\.card(?:$|\.)/
  expect(more.filter((name) => !typed.test(name)).sort()).toEqual([
    // Of the link to the next page of a v2 list, which nobody writes.
    'GET /v2/core/accounts page',
    'GET /v2/core/event_destinations page',
    'GET /v2/core/events page',
    // Of Stripe's command line.
    'POST /v1/events/:id/retry',
    // The test processor's record of an upload.
    'POST /v1/files file.hash',
    'POST /v1/files file.kind',
    'POST /v1/files file.name',
    'POST /v1/files file.size',
    // Previews of the API only: docs.stripe.com/api/shared-payment/granted-token/create
    'POST /v1/test_helpers/shared_payment/granted_tokens',
  ])
})

/** Returns where an unknown parameter can be put into a request: beside each name that is known. */
const placesIn = (schema: TSchema): string[] => {
  const outer = new Set(namesIn(schema).map((name) => name.split('.').slice(0, -1).join('.')))
  return [...new Set(['', ...outer])]
}

test('an unknown parameter is refused on every route and at every depth, by its name', async () => {
  await using payments = startPayments()
  const wrong: unknown[] = []
  let asked = 0
  for (const route of routes) {
    for (const place of placesIn(route.schema)) {
      const names = [...place.split('.').filter((name) => name !== ''), 'invented']
      const bracketed = names.map((name, index) => (index === 0 ? name : `[${name}]`)).join('')
      const path = route.path.replaceAll(/:\w+/g, 'x_1')
      const isJson = route.method === 'POST' && path.startsWith('/v2/')
      const form = `${bracketed}=1`
      const { status, body } = await payments.ask(
        route.method,
        route.method === 'POST' ? path : `${path}?${form}`,
        route.method !== 'POST'
          ? {}
          : isJson
            ? { json: names.reduceRight<unknown>((inner, name) => (name === '0' ? [inner] : { [name]: inner }), '1') }
            : { form },
      )
      asked += 1
      const message = Reflect.get(Object(body.error), 'message')
      const isNamed = String(message).startsWith('Received unknown parameter') && String(message).includes('invented')
      if (status !== 400 || !isNamed) wrong.push([nameOf(route), place, status, message])
    }
  }
  expect([wrong, asked > 100]).toEqual([[], true])
})

test('all unknown parameters are named together, and nothing else is said of the request', async () => {
  await using payments = startPayments()
  const form =
    'amount=many&payment_method_data[type]=card&payment_method_data[card][token]=tok_visa&payment_method_data[card][colour]=red&gift=1'
  const { status, body } = await payments.ask('POST', '/v1/payment_intents', { form })
  expect([status, body.error]).toMatchObject([
    400,
    {
      code: 'parameter_unknown',
      message: 'Received unknown parameters: payment_method_data[card][colour], gift',
      param: 'payment_method_data[card][colour]',
      type: 'invalid_request_error',
    },
  ])
})

test('requests and answers that Stripe would not know, accept or send are found', async () => {
  await using payments = startPayments()
  const wire = await createWire({ each: 10 })
  const intent = await pay(payments)
  const url = 'https://api.stripe.com/v1/payment_intents'
  const body = 'amount=1000&currency=usd'
  const ask = (more: string, answer: object = intent) =>
    wire.exchange({ method: 'POST', url, body: `${body}&${more}`, status: 200, answer })
  const event = { id: 'evt_1', object: 'event', created: 1, livemode: false, pending_webhooks: 0 }
  const told = {
    ...event,
    api_version: null,
    request: null,
    type: 'payment_intent.succeeded',
    data: { object: intent },
  }
  ask('description=Dawn')
  wire.event(JSON.stringify(told))
  expect([...wire.faults]).toEqual([])
  const { client_secret: _, ...short } = intent
  ask('gift=1')
  ask('shipping[name]=A&shipping[address][city]=B&shipping[colour]=red')
  ask('statement_descriptor_suffix=10&transfer_group[]=1')
  ask(`description=${'x'.repeat(1_001)}`)
  ask('capture_method=later')
  ask('description=Dawn', short)
  ask('description=Dawn', { ...intent, amount: 'many' })
  wire.event(JSON.stringify({ ...told, type: 'payment_intent.paid' }))
  wire.event(JSON.stringify({ ...told, type: 'payment_intent.canceled', data: { object: short } }))
  const found = [...wire.faults].join('\n')
  for (const words of [
    '"additionalProperty":"gift"',
    '"additionalProperty":"colour"',
    '/thing/transfer_group must be string',
    'must NOT have more than 1000 characters',
    '/thing/capture_method must be equal to one of the allowed values',
    'payment_intent.client_secret is missing',
    '/thing/amount must be',
    'event payment_intent.paid: event.type',
    'event payment_intent.canceled: payment_intent.client_secret is missing',
  ]) {
    expect(found).toContain(words)
  }
})
