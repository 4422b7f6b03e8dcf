import type { Answer, TestServer } from '../server.ts'
import type { Person } from '../world.ts'

/** The body with which `ask` asks. */
export const askedWith = (more: object = {}) => ({
  scopes: ['sync'],
  intendedUse: 'A film about rivers.',
  contact: { name: 'Bea', email: 'bea@films.example' },
  ...more,
})

/** Asks the artist of a release for a license. */
export const ask = (svc: TestServer, id: string, more: object = {}, headers: Record<string, string> = {}) =>
  svc.call('POST', `/api/agents/releases/${id}/license-quote`, { body: askedWith(more), headers })

/** The same, and returns the id of the request. */
export async function askedFor(...all: Parameters<typeof ask>): Promise<string> {
  const { status, json } = await ask(...all)
  const { request } = Object(json)
  if (status !== 200) throw new Error(`The artist was not asked: ${JSON.stringify(json)}`)
  return String(request.requestId)
}

/** Answers a request as the artist of its release. */
export const answer = (
  svc: TestServer,
  { cookie }: Pick<Person, 'cookie'>,
  releaseId: string,
  requestId: string,
  body: object,
): Promise<Answer> =>
  svc.call('POST', `/api/internal/releases/${releaseId}/requests/${requestId}/answer`, { cookie, body })

/** A yes for some dollars. */
export const yes = (dollars: number, more: object = {}) => ({
  answer: 'yes',
  price: { amount: dollars * 100, currency: 'usd' },
  ...more,
})

/** The view of a request for those who sent it. */
export const sent = async (svc: TestServer, requestId: string) =>
  Object((await svc.call('GET', `/api/agents/license-requests/${requestId}`)).json)
