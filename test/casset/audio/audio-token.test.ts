import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { rowsOf } from '../../support/account/account.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { hookBytes, masterBytes, type Person, world } from '../../support/world.ts'

const refusal = {
  error: 'This audio link is invalid or has expired.',
  code: 'FORBIDDEN',
  hint: 'Ask for a new one.',
}

const urlOf = (json: unknown) => String(Reflect.get(Object(json), 'url'))
const tokenOf = (url: string) => url.split('token=')[1] ?? ''

const signed = async (svc: TestServer, trackId: string, person?: Person) =>
  urlOf((await svc.call('GET', `/api/audio/${trackId}`, { cookie: person?.cookie })).json)

const minted = async (svc: TestServer, trackId: string, { cookie }: Person, more: { access?: 'hook' } = {}) =>
  urlOf((await svc.call('POST', '/api/audio/token', { cookie, body: { trackId, ...more } })).json)

/**
 * Every text that is one character away from a token: another in its place, none, or its
 * neighbour's.
 */
function* oneCharacterOff(token: string): Generator<string> {
  for (let at = 0; at < token.length; at += 1) {
    const [before, own = '', after] = [token.slice(0, at), token[at], token.slice(at + 1)]
    const other = /\d/.test(own) ? String((Number(own) + 1) % 10) : own === 'A' ? 'B' : 'A'
    yield before + other + after
    yield before + after
    const swapped = before + after.slice(0, 1) + own + after.slice(1)
    if (swapped !== token) yield swapped
  }
}

test('a token is refused with any one character changed, left out or moved', async () => {
  await using svc = await startServer()
  const { nova, dawn } = await world(svc)
  const path = `/api/audio/${dawn.id}`
  const hook = tokenOf(await signed(svc, dawn.id))
  const full = tokenOf(await signed(svc, dawn.id, nova))
  for (const token of [hook, full]) {
    const served: string[] = []
    for (const forged of oneCharacterOff(token)) {
      const { status, json } = await svc.call('GET', `${path}?token=${forged}`)
      if (status !== 403 || !Bun.deepEquals(json, refusal)) served.push(`${status} ${forged}`)
    }
    expect([token, served]).toEqual([token, []])
  }
  const whole = await svc.fetch(`${path}?token=${full}`)
  expect([whole.status, await whole.text()]).toEqual([200, String(masterBytes('Dawn'))])
})

test('a token is refused for another track, and from its end on', async () => {
  await using svc = await startServer({ clock: 'stands' })
  const { nova, dawn, kettle } = await world(svc)
  for (const url of [await signed(svc, dawn.id), await signed(svc, dawn.id, nova), await minted(svc, dawn.id, nova)]) {
    const elsewhere = await svc.call('GET', url.replace(dawn.id, kettle.id))
    expect([elsewhere.status, elsewhere.json]).toEqual([403, refusal])
    svc.tick(54_999)
    expect((await svc.call('HEAD', url)).status).toBe(200)
    svc.tick(1)
    const expired = await svc.call('GET', url)
    expect([expired.status, expired.json]).toEqual([403, refusal])
    svc.tick(-55_000)
  }
})

test('the address of a hook says nothing about who asked for it, and no address says more than it must', async () => {
  await using svc = await startServer()
  const { nova, ada, dawn } = await world(svc)
  const mac = '[A-Za-z0-9_-]{43}'
  for (const person of [undefined, ada]) {
    const answer = await svc.call('GET', `/api/audio/${dawn.id}`, { cookie: person?.cookie })
    expect(tokenOf(urlOf(answer.json))).toMatch(new RegExp(`^h[.]\\d{13}[.]{3}${mac}$`))
    for (const own of [ada.sessionId, ada.userId, ada.artistId, ada.cassetId]) expect(answer.text).not.toContain(own)
  }
  expect(tokenOf(await minted(svc, dawn.id, ada))).toMatch(new RegExp(`^h[.]\\d{13}[.]{2}[A-Za-z0-9_-]{22}[.]${mac}$`))
  expect(tokenOf(await signed(svc, dawn.id, nova))).toMatch(new RegExp(`^f[.]\\d{13}[.]${nova.sessionId}[.]{2}${mac}$`))
})

test('each one-shot token serves one GET, whoever else has one or has used one', async () => {
  await using svc = await startServer()
  const { nova, ada, dawn } = await world(svc)
  const urls = [
    [await minted(svc, dawn.id, nova), String(masterBytes('Dawn'))],
    [await minted(svc, dawn.id, ada), String(hookBytes('Dawn'))],
    [await minted(svc, dawn.id, nova), String(masterBytes('Dawn'))],
  ] as const
  for (const [url, sound] of urls) {
    const first = await svc.fetch(url)
    expect([first.status, await first.text()]).toEqual([200, sound])
  }
  for (const [url] of urls) {
    const second = await svc.call('GET', url)
    expect([second.status, second.json]).toEqual([403, refusal])
  }
  const table = 'one_shot_tokens'
  expect(rowsOf(svc, table)).toHaveLength(3)
  svc.tick(60_000)
  await minted(svc, dawn.id, ada)
  expect(rowsOf(svc, table)).toHaveLength(1)
})

test('a one-shot token of the hook serves the hook, also to the artist of a draft and to nobody after they sign out', async () => {
  await using svc = await startServer()
  const { nova, ada, dawn } = await world(svc)
  svc.ctx.db.update(cassets).set({ published: false }).where(eq(cassets.id, nova.cassetId)).run()
  const [now, later] = [
    await minted(svc, dawn.id, nova, { access: 'hook' }),
    await minted(svc, dawn.id, nova, { access: 'hook' }),
  ]
  const heard = await svc.fetch(now)
  expect([heard.status, await heard.text()]).toEqual([200, String(hookBytes('Dawn'))])
  expect((await svc.call('GET', now)).json).toEqual(refusal)
  await svc.call('POST', '/api/auth/logout', { cookie: nova.cookie })
  expect((await svc.call('GET', later)).status).toBe(404)
  const ask = (body: object) => svc.call('POST', '/api/audio/token', { cookie: ada.cookie, body })
  expect((await ask({ trackId: dawn.id, access: 'hook' })).status).toBe(404)
  expect((await ask({ trackId: dawn.id, access: 'full' })).json).toMatchObject({ code: 'VALIDATION', field: 'access' })
})
