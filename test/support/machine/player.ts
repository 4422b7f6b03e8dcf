import { eq } from 'drizzle-orm'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { tracks } from '../../../db/schema/casset/track.ts'
import type { TestServer } from '../server.ts'
import { collect, openShop } from '../shop/checkout.ts'
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

/** Ada has all of nova's casset, and a key for her phone. */
export async function openPlayer() {
  const shop = await openShop()
  const { svc, nova, ada } = shop
  svc.ctx.db
    .update(cassets)
    .set({ releasedOn: '2024-05-31', styles: ['folk', 'drone'] })
    .where(eq(cassets.id, nova.cassetId))
    .run()
  const lyrics = '[00:12.50]Dawn, dawn\n[00:15.00]Kettle on'
  svc.ctx.db.update(tracks).set({ lyrics }).where(eq(tracks.id, shop.dawn.id)).run()
  const bought = await collect(svc, ada)
  const { key, id } = await makeKey(svc, ada)
  return { ...shop, bought, key, keyId: id, call: (method: string, more = {}) => play(svc, key, method, more) }
}
