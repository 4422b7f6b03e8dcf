import type { TestServer } from '../server.ts'
import type { Person } from '../world.ts'

/** Makes an app key of somebody, as their account's page does. */
export async function makeKey(svc: TestServer, { cookie }: Pick<Person, 'cookie'>, name = 'Phone') {
  const { status, json, text } = await svc.call('POST', '/api/auth/app-keys', { cookie, body: { name } })
  if (status !== 201) throw new Error(`no key: ${text}`)
  const { key, appKey }: { key: string; appKey: { id: string } } = Object(json)
  return { key, id: appKey.id }
}

type Parameters = Record<string, string | readonly string[]>

export function queryOf(parameters: Parameters): string {
  const pairs = Object.entries(parameters).flatMap(([name, values]) =>
    [values].flat().map((value): [string, string] => [name, value]),
  )
  return new URLSearchParams(pairs).toString()
}

/** Calls a method as a player with a key does; its answer without the envelope, or its error. */
export async function play(svc: TestServer, key: string, method: string, parameters: Parameters = {}) {
  const query = queryOf({ v: '1.16.1', c: 'test', f: 'json', ...(key === '' ? {} : { apiKey: key }), ...parameters })
  const answer = await svc.call('GET', `/rest/${method}?${query}`)
  const body = Object(answer.json)['subsonic-response']
  return { ...answer, body: Object(body), error: Object(body).error?.code }
}
