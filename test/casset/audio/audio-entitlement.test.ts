import { expect, test } from 'bun:test'
import { startServer, type TestServer } from '../../support/server.ts'
import { collect, openShop, settled, shopOf } from '../../support/shop/checkout.ts'
import { addReadyTrack, cast, hookBytes, masterBytes, type Person } from '../../support/world.ts'

const urlOf = (json: unknown) => String(Reflect.get(Object(json), 'url'))

/** Every way to ask for a track, as one person: what each is answered. */
async function everyWay(svc: TestServer, trackId: string, person?: Person): Promise<number[]> {
  const path = `/api/audio/${trackId}`
  const cookie = person?.cookie
  const answers = [
    await svc.call('GET', path, { cookie }),
    await svc.call('GET', path, { cookie, headers: { range: 'bytes=0-9' } }),
    await svc.call('GET', path, { cookie, headers: { 'sec-fetch-dest': 'audio' } }),
    await svc.call('GET', `/api/audio/waveform/${trackId}`, { cookie }),
    await svc.call('POST', '/api/audio/token', { cookie, body: { trackId } }),
  ]
  return answers.map(({ status }) => status)
}

const switchTo = (svc: TestServer, { cookie }: Person, id: string, active: boolean) =>
  svc.call('PATCH', `/api/studio/tracks/${id}`, { cookie, body: { active } })

test('a track that its artist switched off is served to the artist alone, whichever way it is asked for', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova')
  const [ada, bob] = [cast(svc.ctx, 'ada'), cast(svc.ctx, 'bob')]
  const dawn = await addReadyTrack(svc.ctx, nova.cassetId, 'Dawn')
  await addReadyTrack(svc.ctx, nova.cassetId, 'Kettle', { position: 2 })
  const hook = urlOf((await svc.call('GET', `/api/audio/${dawn.id}`)).json)
  const oneShot = urlOf(
    (await svc.call('POST', '/api/audio/token', { cookie: bob.cookie, body: { trackId: dawn.id } })).json,
  )
  expect((await switchTo(svc, nova, dawn.id, false)).status).toBe(200)
  // People who collect now never had it, so it is not theirs either.
  const taken = await svc.call('POST', '/api/checkout/payment-intent', { cookie: ada.cookie, body: { slug: 'nova' } })
  expect(taken.json).toMatchObject({ entitled: true })
  expect(await everyWay(svc, dawn.id)).toEqual([404, 404, 404, 404, 401])
  expect(await everyWay(svc, dawn.id, bob)).toEqual([404, 404, 404, 404, 404])
  expect(await everyWay(svc, dawn.id, ada)).toEqual([404, 404, 404, 404, 404])
  for (const url of [hook, oneShot]) expect((await svc.call('GET', url)).status).toBe(404)
  expect(await everyWay(svc, dawn.id, nova)).toEqual([200, 206, 200, 200, 201])
  const own = await svc.call('GET', `/api/audio/${dawn.id}`, { cookie: nova.cookie })
  expect(own.json).toMatchObject({ access: 'full' })
  expect((await svc.call('GET', urlOf(own.json))).text).toBe(String(masterBytes('Dawn')))
  await switchTo(svc, nova, dawn.id, true)
  expect(await everyWay(svc, dawn.id, ada)).toEqual([200, 206, 200, 200, 201])
  expect((await svc.call('GET', hook)).text).toBe(String(hookBytes('Dawn')))
})

test.each(['PROCESSING', 'FAILED'] as const)(
  'a track that is %s is not found by others, and not ready for its artist',
  async (status) => {
    await using svc = await startServer()
    const [nova, ada] = [cast(svc.ctx, 'nova'), cast(svc.ctx, 'ada')]
    const { id } = await addReadyTrack(svc.ctx, nova.cassetId, 'Dawn', { status })
    expect(await everyWay(svc, id)).toEqual([404, 404, 404, 404, 401])
    expect(await everyWay(svc, id, ada)).toEqual([404, 404, 404, 404, 404])
    expect(await everyWay(svc, id, nova)).toEqual([409, 409, 409, 409, 409])
  },
)

test('a refund ends the addresses of the whole at once, and does not turn them into addresses of the hook', async () => {
  const { svc: opened, ada, dawn } = await openShop()
  await using svc = opened
  const path = `/api/audio/${dawn.id}`
  const { paymentIntentId } = await collect(svc, ada)
  const full = urlOf((await svc.call('GET', path, { cookie: ada.cookie })).json)
  expect((await svc.call('GET', full)).text).toBe(String(masterBytes('Dawn')))
  await shopOf(svc).stripe.refunds.create({ payment_intent: paymentIntentId })
  await settled(svc)
  const ended = await svc.call('GET', full)
  const told = { error: 'This audio link has expired.', code: 'FORBIDDEN', hint: 'Ask for a new one.' }
  expect([ended.status, ended.json]).toEqual([403, told])
  expect((await svc.call('GET', path, { cookie: ada.cookie })).json).toMatchObject({
    access: 'hook',
    durationSec: 29.95,
  })
})

test('every format is sent as its own media type: the hook as its own, the master as its own', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova')
  const types: Record<string, string> = {
    wav: 'audio/wav',
    flac: 'audio/flac',
    mp3: 'audio/mpeg',
    m4a: 'audio/mp4',
    aac: 'audio/aac',
    ogg: 'audio/ogg',
    opus: 'audio/ogg; codecs=opus',
  }
  const etags = new Set<string | null>()
  for (const [format, type] of Object.entries(types)) {
    const hookFormat = format === 'aac' ? 'm4a' : format
    const { id } = await addReadyTrack(svc.ctx, nova.cassetId, format, { format, hookFormat })
    const hook = await svc.call('GET', `/api/audio/${id}`, { headers: { 'sec-fetch-dest': 'audio' } })
    const headers = { 'sec-fetch-dest': 'video' }
    const master = await svc.call('GET', `/api/audio/${id}`, { cookie: nova.cookie, headers })
    expect([hook.headers.get('content-type'), hook.text]).toEqual([types[hookFormat] ?? '', String(hookBytes(format))])
    expect([master.headers.get('content-type'), master.text]).toEqual([type, String(masterBytes(format))])
    for (const { headers: sent } of [hook, master]) etags.add(sent.get('etag'))
    const page = await svc.call('GET', `/api/audio/${id}`, { headers: { 'sec-fetch-dest': 'document' } })
    expect(page.json).toMatchObject({ access: 'hook', format: hookFormat })
  }
  expect([etags.size, etags.has(null)]).toEqual([14, false])
})
