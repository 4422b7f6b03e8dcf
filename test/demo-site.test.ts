import { expect, test } from 'bun:test'
import { ARTISTS } from '../src/demo/artists.ts'
import { demoJobs, emojiJob } from '../src/demo/demo-jobs.ts'
import { demoAccount, seedDemo } from '../src/demo/seed.ts'
import { seenBy } from './support/emoji.ts'
import { startServer, type TestServer } from './support/server.ts'
import { cast } from './support/world.ts'

type Rack = { cassets: { handle: string }[] }

async function rackOf(svc: TestServer): Promise<string[]> {
  const rack: Rack = await (await svc.fetch('/api/cassets/recent')).json()
  return rack.cassets.map(({ handle }) => handle)
}

test('the demo fills with artists whose music can be heard, and its account signs in and owns it', async () => {
  // While the clock stands, no piece but the first is due: the others take as long and show nothing more.
  await using svc = await startServer({ env: { LOG_LEVEL: 'error' }, clock: 'stands' })
  svc.ctx.jobs.handle(svc.ctx, demoJobs)
  expect(await seedDemo(svc.ctx)).toBe(true)
  while ((await rackOf(svc)).length === 0) await Bun.sleep(50)
  const [handle = ''] = await rackOf(svc)
  const { json } = await svc.call('GET', `/api/casset/${handle}/media`)
  const spec = ARTISTS.find((artist) => artist.handle === handle)
  expect(json).toMatchObject({
    casset: { name: spec?.cassetName, price: { amount: spec?.priceMinor, currency: 'usd' }, published: true },
    artist: { displayName: spec?.displayName, bio: spec?.bio },
    texture: { profilePatternId: spec?.pattern },
    tracks: [{ title: spec?.tracks[0].title, kind: 'GENERATION' }],
  })
  const { email, password } = demoAccount
  expect((await svc.call('POST', '/api/auth/login', { body: { email, password } })).status).toBe(200)
}, 60_000)

test('a demo that is started again adds nobody twice', async () => {
  await using svc = await startServer({ env: { LOG_LEVEL: 'error' } })
  await seedDemo(svc.ctx)
  expect(await seedDemo(svc.ctx)).toBe(false)
  const count = svc.ctx.db.$client.query<{ artists: number }, []>('SELECT count(*) AS artists FROM artists').get()
  expect(count).toEqual({ artists: ARTISTS.length })
})

test('an artist of the demo puts emoji up, once', async () => {
  await using svc = await startServer()
  cast(svc.ctx, 'paper-boats')
  svc.ctx.jobs.handle(svc.ctx, demoJobs)
  for (const runAt of [0, 1]) {
    svc.ctx.jobs.add(emojiJob, { handle: 'paper-boats' }, { key: `${runAt}`, runAt })
    svc.tick(1_000)
    await svc.ctx.jobs.idle()
  }
  expect(await seenBy(svc, undefined, 'paper-boats')).toMatchObject([
    { shortcode: 'boat', price: { amount: 150 } },
    { shortcode: 'spool', price: { amount: 0 } },
  ])
}, 60_000)
