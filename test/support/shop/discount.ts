import type { TestServer } from '../server.ts'
import type { Person } from '../world.ts'

export const askDiscount = (svc: TestServer, artist: Person, body: object = {}) =>
  svc.call('POST', '/api/studio/discounts', {
    cookie: artist.cookie,
    body: { cassetId: artist.cassetId, percent: 20, code: 'SPRING', ...body },
  })

/** Makes such a code, and returns it. */
export async function makeDiscount(svc: TestServer, artist: Person, body: object = {}) {
  const { status, json, text } = await askDiscount(svc, artist, body)
  if (status !== 201) throw new Error(`no code: ${text}`)
  const discount: { id: string; code: string } = Object(json).discount
  return discount
}

export async function discountsOf(svc: TestServer, { cookie }: Person, query = ''): Promise<Record<string, unknown>[]> {
  const { json } = await svc.call('GET', `/api/studio/discounts${query}`, { cookie })
  return Object(json).discounts
}
