import { expect, test } from 'bun:test'
import { lyricsAt, placeLyrics, proposeLyrics } from '../../../public/exporter/lyrics.ts'
import { shareNames } from '../../support/shared.ts'
import { addReadyTrack, cast, world } from '../../support/world.ts'

const sharedServer = shareNames()

const hook = { startSec: 30, durationSec: 10, trackSec: 100 }

test('of lyrics with times the hook’s are proposed, of others as many lines as the hook is of the track', () => {
  const timed =
    '[ar:Nova]\n[00:10.00]Early\n[00:28.50]Begun\n[00:31.25][00:39:90]<00:31.30>Twice\n[00:40.00]Late\nUntimed'
  expect(proposeLyrics(timed, hook)).toBe('[0:30.00] Begun\n[0:31.25] Twice\n[0:39.90] Twice')
  expect(placeLyrics(proposeLyrics(timed, hook), hook)).toEqual([
    { atSec: 0, text: 'Begun' },
    { atSec: 1.25, text: 'Twice' },
    { atSec: 9.899999999999999, text: 'Twice' },
  ])
  const plain = Array.from({ length: 20 }, (_, line) => `Line ${line}\r\n\n`).join('')
  expect(proposeLyrics(plain, hook)).toBe('Line 6\nLine 7')
  expect(placeLyrics('A\n\n  B ', hook)).toEqual([
    { atSec: 0, text: 'A' },
    { atSec: 5, text: 'B' },
  ])
})

test('no lyrics, lyrics elsewhere and odd numbers propose what can be shown', () => {
  expect(proposeLyrics(null, hook)).toBe('')
  expect(proposeLyrics(' \n\u2028', hook)).toBe('')
  expect(proposeLyrics('[99:59.99] Never', hook)).toBe('')
  expect(proposeLyrics('One line', { ...hook, trackSec: 0 })).toBe('')
  expect(proposeLyrics('a\n'.repeat(500), { startSec: 0, durationSec: 30, trackSec: 31 }).split('\n')).toHaveLength(8)
  expect(placeLyrics('', hook)).toEqual([])
  // A line without words is a pause.
  const pausing = placeLyrics('[0:31] Sung\n[0:33]\n[0:35] Again', hook)
  expect([0, 1, 3, 5].map((second) => lyricsAt(pausing, second))).toEqual([
    { now: '', next: 'Sung' },
    { now: 'Sung', next: '' },
    { now: '', next: 'Again' },
    { now: 'Again', next: '' },
  ])
})

test('the page that makes clips is for people who are signed in and may know of the track', async () => {
  const svc = await sharedServer()
  const { nova, ada, dawn } = await world(svc)
  const path = `/@nova/clip/video?track=${dawn.id}`
  const see = async (at: string, cookie?: string) => {
    const response = await svc.fetch(at, { redirect: 'manual', headers: cookie ? { cookie } : {} })
    return { status: response.status, to: response.headers.get('location'), text: await response.text() }
  }
  expect(await see(path)).toMatchObject({ status: 303, to: `/login?next=${encodeURIComponent(path)}` })
  for (const { cookie } of [nova, ada]) {
    const { status, text } = await see(path, cookie)
    expect([status, text.includes('data-name="video/video"')]).toEqual([200, true])
  }
  for (const track of ['x', '0', svc.ctx.uuid(), 'y'.repeat(64)]) {
    expect((await see(`/@nova/clip/video?track=${track}`, ada.cookie)).status).toBe(404)
  }
  const draft = cast(svc.ctx, 'bea', { published: false })
  expect((await see('/@bea/clip/video', ada.cookie)).status).toBe(404)
  expect((await see('/@bea/clip/video', draft.cookie)).text).toContain('There is no track to make a clip of yet.')
  await addReadyTrack(svc.ctx, draft.cassetId, 'Raw', { status: 'PROCESSING', hookDurationSec: null })
  const waiting = await see('/@bea/clip/video', draft.cookie)
  expect(waiting.text).toContain('is still being prepared')
  expect(waiting.text).not.toContain('data-name="video/video"')
})

test('the worker that makes clips may load typefaces and ask nobody', async () => {
  const svc = await sharedServer()
  const { manifest } = svc.ctx.assets
  const policyOf = async (at: string) => (await svc.fetch(at)).headers.get('content-security-policy')
  expect(await policyOf(manifest.clipWorker)).toBe("default-src 'none'; font-src 'self'")
  expect(await policyOf(svc.ctx.assets.scripts('en').js)).toBe("default-src 'none'; frame-ancestors 'none'")
})
