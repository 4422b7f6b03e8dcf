import { expect, setDefaultTimeout, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { tracks } from '../../db/schema/casset/track.ts'
import { wavePath } from '../../public/lib/waveform.ts'
import { recordings } from '../../src/casset/track/measure/recording.ts'
import { ARTISTS, durationOf } from '../../src/demo/artists.ts'
import { bePresent, PRESENT } from '../../src/demo/be-present.ts'
import { CLIPS, DROP, SAYINGS, SLEEVES, TAPES, TOGETHER } from '../../src/demo/cast/sayings.ts'
import { demoJobs, emojiJob, proofJob, trackJob } from '../../src/demo/demo-jobs.ts'
import { lifeJob, queueLife } from '../../src/demo/liven.ts'
import { dropJob } from '../../src/demo/make-drop.ts'
import { playedBy } from '../../src/demo/played-by.ts'
import { seedDemo } from '../../src/demo/seed.ts'
import { WAVEFORMS } from '../../src/demo/waveforms.ts'
import { demoAccount } from '../../src/lib/account/demo-account.ts'
import { rowsOf } from '../support/account/account.ts'
import { hasFfmpeg, hostFfmpeg } from '../support/casset/media.ts'
import { testLimitMs } from '../support/limits.ts'
import { listen } from '../support/room/room.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { seenBy } from '../support/shop/emoji.ts'
import { addReadyTrack, cast } from '../support/world.ts'

setDefaultTimeout(testLimitMs)

type Rack = { cassets: { handle: string }[] }

async function rackOf(svc: TestServer): Promise<string[]> {
  const rack: Rack = await (await svc.fetch('/api/cassets/recent')).json()
  return rack.cassets.map(({ handle }) => handle)
}

const waveOf = ({ slug }: { slug: string }) => wavePath(WAVEFORMS[slug] ?? '')

test('the demo shows all its cassets at once, with names and waveforms, before anything is recorded', async () => {
  await using svc = await startServer({ env: { LOG_LEVEL: 'error' }, clock: 'stands' })
  expect(await seedDemo(svc.ctx)).toBe(true)
  expect((await rackOf(svc)).toSorted()).toEqual(ARTISTS.map(({ handle }) => handle).toSorted())
  const home = (await svc.call('GET', '/')).text
  expect(home).not.toContain('The rack is empty')
  for (const artist of ARTISTS) {
    expect(home).toContain(artist.cassetName)
    const { status, text } = await svc.call('GET', `/@${artist.handle}`)
    expect(status).toBe(200)
    expect(text.match(/class="state">Being recorded…/g)).toHaveLength(artist.tracks.length)
    for (const track of artist.tracks) expect(text).toContain(`d="${waveOf(track)}"`)
    expect(text).toContain('data-name="filling"')
  }
  expect(home).toContain('data-name="filling"')
})

test('two artists of the demo are in the room of its account, and need no session', async () => {
  await using svc = await startServer({ env: { LOG_LEVEL: 'error' }, clock: 'stands' })
  await seedDemo(svc.ctx)
  const listeners = async () =>
    Object((await svc.call('GET', `/api/casset/${demoAccount.handle}/listeners`)).json).listeners
  expect(await listeners()).toBe(0)
  bePresent(svc.ctx)
  expect([await listeners(), svc.ctx.hub.sessions().size]).toEqual([PRESENT.length, 0])
  await using guest = await listen(svc, { slug: demoAccount.handle })
  const { members } = Object((await guest.next())?.data)
  expect(members.map(({ handle }: { handle: string }) => handle).toSorted()).toEqual(PRESENT.toSorted())
})

/** Hears a track as ffmpeg does, and expects what was meant: length, tags, loudness, true peak. */
async function expectHeard(path: string, seconds: number): Promise<void> {
  const ffmpeg = Bun.spawn(
    [hostFfmpeg, '-hide_banner', '-nostats', '-i', path, '-af', 'ebur128=peak=true', '-f', 'null', '-'],
    { stderr: 'pipe' },
  )
  const said = await new Response(ffmpeg.stderr).text()
  expect(await ffmpeg.exited).toBe(0)
  expect(said).toContain('flac, 32000 Hz, stereo')
  expect(said).toMatch(/ARTIST\s+: Paper Boats/)
  const figure = (name: RegExp) => Number(name.exec(said)?.[1])
  const minutes = /time=00:(\d\d):([\d.]+)/.exec(said)
  expect(Number(minutes?.[1]) * 60 + Number(minutes?.[2])).toBeCloseTo(seconds, 0)
  expect(figure(/I:\s+(-[\d.]+) LUFS\s+Threshold/)).toBeCloseTo(-15, 0)
  expect(figure(/Peak:\s+(-[\d.]+) dBFS/)).toBeLessThan(-1)
}

test('the demo fills with music that can be heard as it was meant, and its account signs in and owns it', async () => {
  // While the clock stands, only the proofs of the sleeves are due.
  await using svc = await startServer({ env: { LOG_LEVEL: 'error' }, clock: 'stands' })
  await seedDemo(svc.ctx)
  // Keeps the jobs of the shortest piece and of the sleeve of its artist.
  const spec = ARTISTS.find(({ handle }) => handle === 'paper-boats')
  const track = spec?.tracks.find(({ slug }) => slug === 'folded-twice')
  if (!spec || !track) throw new Error('the demo has nobody')
  const { handle } = spec
  svc.ctx.db.$client.run('DELETE FROM jobs WHERE kind = ? AND unique_key <> ?', [
    proofJob.kind,
    `${proofJob.kind}:${handle}`,
  ])
  svc.ctx.jobs.handle(svc.ctx, [proofJob, trackJob])
  svc.ctx.jobs.add(trackJob, { handle, slug: track.slug }, { key: 'at once' })
  await svc.ctx.jobs.idle()
  const { json } = await svc.call('GET', `/api/casset/${handle}/media`)
  expect(json).toMatchObject({
    casset: { name: spec.cassetName, price: { amount: spec.priceMinor, currency: 'usd' }, published: true },
    artist: { displayName: spec.displayName, bio: spec.bio },
    texture: { profilePatternId: spec.pattern },
    cover: { url: expect.stringContaining('/api/assets/') },
    tracks: [{ title: track.title, kind: 'GENERATION' }],
  })
  const { text } = await svc.call('GET', `/@${handle}`)
  expect(text.match(/class="state">Being recorded…/g)).toHaveLength(spec.tracks.length - 1)
  expect(text).toContain(`aria-label="Play ${track.title}"`)
  // The waveform that stood there before is the one of the recorded track.
  expect(text).toContain(`d="${waveOf(track)}"`)
  const [{ sha256 } = { sha256: '' }] = svc.ctx.db.select({ sha256: tracks.sha256 }).from(tracks).all()
  if (hasFfmpeg) await expectHeard(svc.ctx.blobs.path(sha256), durationOf(track))
  const { email, password } = demoAccount
  expect((await svc.call('POST', '/api/auth/login', { body: { email, password } })).status).toBe(200)
})

test('a page of the demo says nothing of recording once all its tracks have arrived', async () => {
  await using svc = await startServer({ clock: 'stands' })
  await seedDemo(svc.ctx)
  for (const { handle, tracks } of ARTISTS) {
    const { cassetId } = playedBy(svc.ctx, handle)
    for (const { title } of tracks) await addReadyTrack(svc.ctx, cassetId, title)
    expect((await svc.call('GET', `/@${handle}`)).text).not.toContain('filling')
  }
  expect((await svc.call('GET', '/')).text).not.toContain('filling')
  expect(recordings(svc.ctx).size).toBe(0)
})

test('the demo comes to life once its music is there: comments, likes, follows, clips, a release, a co-casset; once', async () => {
  await using svc = await startServer({ clock: 'stands' })
  svc.ctx.jobs.handle(svc.ctx, [lifeJob])
  await seedDemo(svc.ctx)
  const live = async () => {
    svc.tick(12_000)
    await svc.ctx.jobs.idle()
  }
  // Nothing is said of music that nobody can hear yet.
  await live()
  const figures = () =>
    ['comments', 'follows', 'hook_likes', 'submissions', 'releases', 'co_messages'].map(
      (table) => rowsOf(svc, table).length,
    )
  expect(figures()).toEqual([0, 0, 0, 0, 0, 0])
  for (const { handle, tracks } of ARTISTS) {
    const { cassetId } = playedBy(svc.ctx, handle)
    for (const [index, { title }] of tracks.entries()) {
      await addReadyTrack(svc.ctx, cassetId, title, { position: index + 1 })
    }
  }
  await live()
  const shelf = await svc.call('GET', '/api/casset/mara-velo/media')
  expect(shelf.json).toMatchObject({
    tapes: [
      { slug: 'mara-velo.bus-window-rain', kind: 'SINGLE', price: { amount: 150 } },
      { slug: 'mara-velo.kitchen', kind: 'EP' },
    ],
  })
  const further = svc.ctx.db.$client.query(
    'SELECT count(DISTINCT cover_asset_id) FROM cassets WHERE published AND (word IS NOT NULL OR slug IS NOT NULL)',
  )
  expect(further.values()).toEqual([[SLEEVES.length]])
  expect(rowsOf(svc, 'everything_offers')).toMatchObject([{ percent: TAPES.together.percent }])
  const said = Object.values(SAYINGS).flat()
  const alive = figures()
  expect(alive).toMatchObject([said.length, expect.any(Number), expect.any(Number), CLIPS.length, 2, 2])
  const [{ text = '' } = {}] = SAYINGS['paper-boats'] ?? []
  expect((await svc.call('GET', '/@paper-boats/sideb')).text).toContain(text)
  expect((await svc.call('GET', '/@mara-velo')).text).toContain('in one take and a half')
  expect((await svc.call('GET', '/@mara-velo')).text).not.toContain('Nobody woke up')
  const shared = await svc.call('GET', `/@${TOGETHER.slug}`)
  expect([shared.status, shared.text.includes('Mara Velo and Low Tide')]).toEqual([200, true])
  const release = svc.ctx.db.$client.query('SELECT manifest_status FROM release_versions')
  expect(release.all()).toEqual([{ manifest_status: 'READY' }, { manifest_status: 'READY' }])
  for (const { handle } of ARTISTS) queueLife(svc.ctx, handle, 0)
  await live()
  expect(figures()).toEqual(alive)
})

test('a drop of the demo is funded with a test card, open, and has clips and likes; made once', async () => {
  await using svc = await startServer({ env: { PAYMENTS: 'test' }, clock: 'stands' })
  svc.ctx.jobs.handle(svc.ctx, [lifeJob, dropJob])
  await seedDemo(svc.ctx)
  const { cassetId } = playedBy(svc.ctx, DROP.by)
  for (const { title } of ARTISTS.find(({ handle }) => handle === DROP.by)?.tracks ?? []) {
    await addReadyTrack(svc.ctx, cassetId, title)
  }
  for (let round = 0; round < 3; round += 1) {
    svc.tick(12_000)
    await svc.ctx.processor?.test?.settled()
    await svc.ctx.jobs.idle()
    if (round === 1) queueLife(svc.ctx, DROP.by, 0)
  }
  const { json } = await svc.call('GET', '/api/campaigns')
  expect(json).toMatchObject({
    campaigns: [{ state: 'OPEN', title: DROP.title, entries: 3, artist: { handle: DROP.by } }],
  })
  const [{ id, prize }] = Object(json).campaigns
  expect(prize).toEqual([{ amount: 14_535, currency: 'usd' }])
  const page = (await svc.call('GET', `/@${DROP.by}`)).text
  expect(page).toContain('$145.35 to win')
  expect(page.match(new RegExp(`href="/drops/${id}"`, 'g'))).toHaveLength(2)
  expect((await svc.call('GET', `/drops/${id}`)).text).toContain('Kilometre 88')
  expect((await svc.call('GET', '/')).text).toContain('Win a prize: make a clip')
})

test('a demo that is started again adds nobody twice, and records again what failed', async () => {
  await using svc = await startServer({ env: { LOG_LEVEL: 'error' }, clock: 'stands' })
  await seedDemo(svc.ctx)
  const [artist] = ARTISTS
  if (!artist) throw new Error('the demo has nobody')
  const { handle, tracks: pieces } = artist
  const { cassetId } = playedBy(svc.ctx, handle)
  const failed = await addReadyTrack(svc.ctx, cassetId, pieces[0].title, { status: 'FAILED', problem: 'Too busy.' })
  svc.ctx.db.$client.run("UPDATE jobs SET state = 'FAILED' WHERE unique_key = ?", [`demo-track:${pieces[0].slug}`])
  expect(await seedDemo(svc.ctx)).toBe(false)
  const row = svc.ctx.db.select().from(tracks).where(eq(tracks.id, failed.id)).get()
  expect([row?.status, row?.problem]).toEqual(['PROCESSING', null])
  expect(svc.ctx.jobs.find(trackJob, pieces[0].slug)?.state).toBe('READY')
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
})
