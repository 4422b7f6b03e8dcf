import { expect, test } from 'bun:test'
import { asc } from 'drizzle-orm'
import { tracks } from '../db/schema/audio.ts'
import { areNumbered } from '../public/islands/studio/upload/numbered.ts'
import { openTagger } from '../src/download/tag-file.ts'
import { titleFromName } from '../src/track/upload-fields.ts'
import { rowsOf } from './support/account.ts'
import { temporaryFolder } from './support/process.ts'
import { startServer } from './support/server.ts'
import { fixture, uploadTrack } from './support/upload.ts'
import { cast } from './support/world.ts'

test('a name loses its number where the whole drop is numbered, or where it can be nothing else', () => {
  const titles = {
    '99 Luftballons.mp3': '99 Luftballons',
    '7 Rings.flac': '7 Rings',
    '24-7.wav': '24-7',
    '3 AM.mp3': '3 AM',
    '50 Ways to Leave Your Lover.m4a': '50 Ways to Leave Your Lover',
    '10.000 Hours.mp3': '10.000 Hours',
    '007 Theme.mp3': '007 Theme',
    '01 Intro.wav': 'Intro',
    '1-01 Intro.m4a': 'Intro',
    'Album/02 - Second_Song.aif': 'Second Song',
    '04.wav': '04',
  }
  for (const [name, title] of Object.entries(titles)) expect([name, titleFromName(name, false)]).toEqual([name, title])
  const numbered = {
    '1 Intro.wav': 'Intro',
    '10. Ten.wav': 'Ten',
    '2-12 Late.wav': 'Late',
    '12 99 Luftballons.mp3': '99 Luftballons',
  }
  for (const [name, title] of Object.entries(numbered)) expect([name, titleFromName(name, true)]).toEqual([name, title])
  expect(areNumbered(['1 One.wav', '2 Two.wav', '3 Three.wav', 'cover.jpg'])).toBe(true)
  expect(areNumbered(['1-01 A.m4a', '1-02 B.m4a', '2-01 C.m4a'])).toBe(true)
  expect(areNumbered(['99 Luftballons.mp3', '7 Rings.mp3'])).toBe(false)
  expect(areNumbered(['1 One.wav', 'Two.wav'])).toBe(false)
  expect(areNumbered(['1 One.wav'])).toBe(false)
})

test('titles come from the files; codes, lyrics, order and the album are offered, and taken for all at once', async () => {
  await using svc = await startServer()
  using folder = temporaryFolder()
  const nova = cast(svc.ctx, 'nova', { published: false, publishedAt: null })
  const ada = cast(svc.ctx, 'ada')
  const tag = await openTagger()
  const shared = { artist: 'Nova', album: 'B Sides <b>', tracks: 3, year: 1983, url: 'https://example.org/@nova' }
  const files = [
    { file: 'mp3-cbr.mp3', track: 2, title: '99 Luftballons', isrc: 'DEA458300118', lyrics: 'Hast du\nEtwas Zeit' },
    { file: 'flac-16.flac', track: 3, title: '<script>alert(1)</script>', isrc: 'no code at all', lyrics: null },
    { file: 'aiff-16.aiff', track: 1, title: 'Intro', isrc: null, lyrics: null },
  ]
  for (const { file, ...tags } of files) {
    const path = `${folder.path}/${file}`
    await Bun.write(path, await fixture(file))
    await tag(path, { ...shared, ...tags }, null)
    const titled = file === 'flac-16.flac' ? [{ name: 'title', value: 'Mine' }] : []
    expect((await uploadTrack(svc, nova, await Bun.file(path).bytes(), file, titled)).status).toBe(201)
  }
  await svc.ctx.jobs.idle()
  const kept = () =>
    svc.ctx.db
      .select({ title: tracks.title, isrc: tracks.isrc, lyrics: tracks.lyrics })
      .from(tracks)
      .orderBy(asc(tracks.position))
      .all()
  const bare = { isrc: null, lyrics: null }
  expect(kept()).toEqual([
    { title: '99 Luftballons', ...bare },
    { title: 'Mine', ...bare },
    { title: 'Intro', ...bare },
  ])
  const path = `/api/studio/casset/${nova.cassetId}/file-tags`
  const asked = await svc.call('GET', path, { cookie: nova.cookie })
  expect([asked.status, asked.json]).toEqual([200, { isrcs: 1, lyrics: 1, order: true, name: 'B Sides <b>' }])
  expect((await svc.call('GET', path, { cookie: ada.cookie })).status).toBe(403)
  expect((await svc.call('POST', path, { cookie: nova.cookie, headers: { 'if-match': '"old"' } })).status).toBe(409)
  expect((await svc.call('POST', path, { cookie: nova.cookie })).status).toBe(204)
  expect(kept()).toEqual([
    { title: 'Intro', ...bare },
    { title: '99 Luftballons', isrc: 'DEA458300118', lyrics: 'Hast du\nEtwas Zeit' },
    { title: 'Mine', ...bare },
  ])
  expect(rowsOf(svc, 'cassets')).toContainEqual(expect.objectContaining({ id: nova.cassetId, name: 'B Sides <b>' }))
  const again = await svc.call('GET', path, { cookie: nova.cookie })
  expect(again.json).toEqual({ isrcs: 0, lyrics: 0, order: false, name: null })
})
