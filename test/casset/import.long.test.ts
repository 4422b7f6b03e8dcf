import { Database } from 'bun:sqlite'
import { expect, setDefaultTimeout, test } from 'bun:test'
import { chmodSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { users } from '../../db/schema/account/account.ts'
import { cassets } from '../../db/schema/casset/casset.ts'
import { bringCover } from '../../src/casset/import/bring-cover.ts'
import { planImport } from '../../src/casset/import/plan-import.ts'
import { sha256Hex } from '../../src/lib/hash/hmac.ts'
import { arrivingBytes } from '../../src/platform/storage/usage.ts'
import { rowsOf } from '../support/account/account.ts'
import { artistOf, bring, silent, tapesOf, tracksOf } from '../support/casset/import.ts'
import { musicFolder } from '../support/casset/music-folder.ts'
import { testLimitMs } from '../support/limits.ts'
import { png } from '../support/platform/picture.ts'
import { runProgram, signUpAt, startProcess, temporaryFolder } from '../support/process.ts'
import { program } from '../support/program.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { cast } from '../support/world.ts'

setDefaultTimeout(testLimitMs)

const picture = (red: number) => png(40, 40, (x) => [red, x, 90])
/** Everything of an artist that an import could change. */
const allOf = (svc: TestServer) =>
  ['cassets', 'tracks', 'assets', 'imported_files', 'jobs'].map((table) => rowsOf(svc, table))

test('a folder becomes tapes with covers, lyrics and codes, seen by their artist alone; twice changes nothing', async () => {
  await using svc = await startServer()
  using folder = musicFolder()
  const nova = cast(svc.ctx, 'nova', { published: false, publishedAt: null })
  const winter = { album: 'Winter', albumArtist: 'Nova', date: '2020-02-01' }
  await folder.putMusic('Nova - Winter/CD2/01 Ice.flac', { ...winter, title: 'Ice', trackNumber: '1', discNumber: '2' })
  await folder.putMusic('Nova - Winter/CD1/b.flac', {
    ...winter,
    title: 'Frost',
    trackNumber: '2',
    isrc: 'DEA458300118',
    composer: 'Ada Reed',
    lyrics: 'Cold\nwords',
  })
  await folder.putMusic('Nova - Winter/CD1/a.flac', { ...winter, title: 'Snow', trackNumber: '1' })
  await folder.put('Nova - Winter/CD1/a.lrc', '[00:01.00]White\n[00:02.00]words')
  await folder.put('Nova - Winter/cover.png', picture(200))
  await folder.putMusic('Apes/01 First.mp3', {}, { from: 'mp3-no-tag.mp3', cover: picture(9) })
  await folder.put('Apes/release.eno', 'title: Ape Affairs\npermalink: apes\ndate: 2018-11-03\nrelease_price: USD 7+\n')
  // The permalink is taken by then.
  await folder.put('Nova - Winter/release.eno', 'title: Winter\npermalink: apes\n')
  const artist = artistOf(nova, 'nova')
  const planned = await planImport(svc.ctx, artist, folder.path, silent)
  expect(rowsOf(svc, 'cassets')).toHaveLength(1)
  expect(planned.tapes.map(({ name, place }) => [name, place.kind])).toEqual([
    ['Ape Affairs', 'new'],
    ['Winter', 'first'],
  ])
  // A first tape that was public once is no blank one.
  const worn = artistOf(cast(svc.ctx, 'worn', { published: false }), 'nova')
  const elsewhere = await planImport(svc.ctx, worn, folder.path, silent)
  expect(elsewhere.tapes.map(({ place }) => place.kind)).toEqual(['new', 'new'])
  const { done } = await bring(svc, artist, folder.path)
  expect(done).toMatchObject({ left: [], stopped: null })
  const [first, second, ...more] = tapesOf(svc, nova)
  expect(more).toEqual([])
  expect(first).toMatchObject({
    id: nova.cassetId,
    word: null,
    name: 'Winter',
    releasedOn: '2020-02-01',
    published: false,
  })
  expect(second).toMatchObject({ word: 'apes', name: 'Ape Affairs', kind: 'SINGLE', priceMinor: 700, published: false })
  expect([first?.coverAssetId, second?.coverAssetId]).not.toContain(null)
  expect(tracksOf(svc, first?.id ?? '')).toMatchObject([
    { title: 'Snow', lyrics: '[00:01.00]White\n[00:02.00]words', isrc: null, status: 'READY', fileName: 'a.flac' },
    {
      title: 'Frost',
      lyrics: 'Cold\nwords',
      isrc: 'DEA458300118',
      credits: [{ role: 'composer', name: 'Ada Reed' }],
      status: 'READY',
    },
    { title: 'Ice', lyrics: null, status: 'READY' },
  ])
  expect(tracksOf(svc, second?.id ?? '')).toMatchObject([{ title: 'First', status: 'READY' }])
  expect((await svc.call('GET', '/api/casset/nova.apes/media')).status).toBe(404)
  expect(rowsOf(svc, 'former_words')).toEqual([])
  const before = allOf(svc)
  const again = await bring(svc, artist, folder.path)
  expect(again.done.trackIds).toEqual([])
  expect(allOf(svc)).toEqual(before)
  // Things that the artist deleted or took off since do not come back.
  const [snow] = tracksOf(svc, first?.id ?? '')
  await svc.call('DELETE', `/api/studio/tracks/${snow?.id}`, { cookie: nova.cookie })
  await svc.call('PATCH', `/api/studio/casset/${nova.cassetId}`, {
    cookie: nova.cookie,
    body: { coverAssetId: null, name: 'Mine' },
  })
  const third = await bring(svc, artist, folder.path)
  expect(third.done.trackIds).toEqual([])
  expect(tapesOf(svc, nova)[0]).toMatchObject({ name: 'Mine', coverAssetId: null })
  await folder.putMusic('Nova - Winter/CD2/02 Thaw.flac', {
    ...winter,
    title: 'Thaw',
    trackNumber: '2',
    discNumber: '2',
  })
  // A tape that has a picture does not get another one.
  await folder.put('Apes/cover.png', picture(100))
  const pictures = rowsOf(svc, 'assets')
  await bring(svc, artist, folder.path)
  expect(rowsOf(svc, 'assets')).toEqual(pictures)
  expect(tapesOf(svc, nova).map(({ coverAssetId }) => coverAssetId)).toEqual([null, second?.coverAssetId ?? ''])
  expect(tracksOf(svc, nova.cassetId).map(({ title }) => title)).toEqual(['Frost', 'Ice', 'Thaw'])
})

test('files that are no music of the artist are left with a reason: of others, links, damaged, packed, too large, changed', async () => {
  await using svc = await startServer({ env: { MAX_UPLOAD_MB: '1' } })
  using folder = musicFolder()
  using elsewhere = musicFolder()
  const nova = cast(svc.ctx, 'nova', { published: false, publishedAt: null })
  await elsewhere.putMusic('secret.flac', { title: 'Secret' })
  symlinkSync(join(elsewhere.path, 'secret.flac'), join(folder.path, 'file.flac'))
  symlinkSync(elsewhere.path, join(folder.path, 'linked'))
  await folder.putMusic('a/real.dat', { title: 'By content' })
  await folder.putMusic('a/copy.flac', { title: 'By content' })
  await folder.putMusic('a/hers.flac', { title: 'Hers', artist: 'Ada' })
  await folder.put('a/line\nbreak.mp3', 'this is no music')
  await folder.put('a/empty.wav', '')
  await folder.put('a/all.zip', 'PK')
  await folder.put('a/.hidden.flac', 'x')
  await folder.put('a/notes.pdf', '%PDF')
  const large = new Uint8Array(1_000_001)
  large.set(await Bun.file(join(folder.path, 'a/hers.flac')).bytes())
  await folder.put('a/large.flac', large)
  await folder.putMusic('a/turned.flac', { title: 'Turned' })
  await folder.putMusic('a/grown.flac', { title: 'Grown' })
  await folder.putMusic('a/swapped.flac', { title: 'Swapped' })
  await folder.put('a/real.lrc', 'x'.repeat(100_001))
  const bytesOf = (name: string) => Bun.file(join(folder.path, `a/${name}.flac`)).bytes()
  const [turned, grown, swapped] = [await bytesOf('turned'), await bytesOf('grown'), await bytesOf('swapped')]
  mkdirSync(join(folder.path, 'locked'))
  await folder.putMusic('locked/x.flac', { title: 'Locked' })
  chmodSync(join(folder.path, 'locked'), 0)
  const turn = async () => {
    await folder.put('a/turned.flac', turned.with(-1, 255 - (turned.at(-1) ?? 0)))
    await folder.put('a/grown.flac', Buffer.concat([grown, grown]))
    // A link that came in its place, though it leads to the same bytes.
    await elsewhere.put('swapped.flac', swapped)
    rmSync(join(folder.path, 'a/swapped.flac'))
    symlinkSync(join(elsewhere.path, 'swapped.flac'), join(folder.path, 'a/swapped.flac'))
  }
  const { plan, done } = await bring(svc, artistOf(nova, 'nova'), folder.path, turn)
  chmodSync(join(folder.path, 'locked'), 0o700)
  const titles = tapesOf(svc, nova).flatMap(({ id }) => tracksOf(svc, id).map(({ title }) => title))
  // Root may open every folder.
  expect(titles.filter((title) => title !== 'Locked')).toEqual(['By content'])
  expect(done.left.toSorted((a, b) => (a.path < b.path ? -1 : 1))).toEqual([
    { path: 'a/grown.flac', why: 'The file grew while it was read.' },
    { path: 'a/swapped.flac', why: 'cannot be read or stored (ELOOP)' },
    { path: 'a/turned.flac', why: 'The file changed while it was read.' },
  ])
  // The files that were left out leave nothing behind, and no room is set aside for them.
  expect(readdirSync(join(svc.dataDir, 'blobs/scratch'))).toEqual([])
  expect(arrivingBytes(svc.ctx).get(nova.userId) ?? 0).toBe(0)
  const why = Object.fromEntries(plan.left.map((each) => [each.path, each.why]))
  expect(why['file.flac']).toContain('link')
  expect(why.linked).toContain('link')
  expect(why['a/hers.flac']).toContain('Ada')
  expect(why['a/real.dat'] ?? why['a/copy.flac']).toContain('the same as')
  expect(why['a/line\nbreak.mp3']).toBeDefined()
  expect(why['a/empty.wav']).toBe('empty')
  expect(why['a/large.flac']).toBe('larger than 1 MB')
  expect(why['a/real.lrc']).toBe('too long for lyrics')
  expect(why['a/all.zip']).toContain('unpack')
  expect(why['a/notes.pdf']).toContain('no music')
  expect(Object.keys(why)).not.toContain('a/.hidden.flac')
})

test('an import keeps to the quota of its artist, and goes on once there is room', async () => {
  using folder = musicFolder()
  using data = temporaryFolder()
  for (const title of ['One', 'Two', 'Three']) await folder.putMusic(`x/${title}.flac`, { title })
  // There would be room for this file, but not for the next in turn.
  await folder.putMusic('x/Zip.mp3', { title: 'Zip' }, { from: 'mp3-no-tag.mp3' })
  const bytes = Bun.file(join(folder.path, 'x/One.flac')).size
  const start = (quota: number) => startServer({ dataDir: data.path, env: { ACCOUNT_QUOTA_GB: String(quota / 1e9) } })
  {
    await using svc = await start(Math.floor(bytes * 1.9))
    const nova = cast(svc.ctx, 'nova', { published: false, publishedAt: null })
    const { done } = await bring(svc, artistOf(nova, 'nova'), folder.path)
    expect(done.stopped).toContain('not enough storage')
    expect(tracksOf(svc, nova.cassetId)).toHaveLength(1)
  }
  await using svc = await start(bytes * 100)
  const [{ artistId = '', id = '' } = {}] = svc.ctx.db.select().from(cassets).all()
  const userId = svc.ctx.db.select().from(users).get()?.id ?? ''
  const { done } = await bring(svc, { id: artistId, userId, handle: 'nova', names: ['nova'] }, folder.path)
  expect(done.stopped).toBeNull()
  expect(tracksOf(svc, id)).toHaveLength(4)
})

test('a single and the album that it is on become two tapes, of any number of runs', async () => {
  await using svc = await startServer()
  using folder = musicFolder()
  const nova = cast(svc.ctx, 'nova', { published: false, publishedAt: null })
  for (const title of ['One', 'Two', 'Three']) await folder.putMusic(`Album/${title}.flac`, { title, album: 'Album' })
  await folder.put('Single/One.flac', await Bun.file(join(folder.path, 'Album/One.flac')).bytes())
  await folder.put('Single/release.eno', 'title: One\npermalink: one-more\ndate: 2001-01-01\nrelease_price: EUR 9+\n')
  const artist = artistOf(nova, 'nova')
  for (let run = 0; run < 2; run += 1) {
    await bring(svc, artist, folder.path)
    const counts = tapesOf(svc, nova).map(({ name, id }) => [name, tracksOf(svc, id).length])
    expect(counts.toSorted()).toEqual([
      ['Album', 3],
      ['One', 1],
    ])
    // A price in another currency is none.
    const [one, other] = tapesOf(svc, nova)
    expect(one?.priceMinor).toBe(other?.priceMinor ?? -1)
  }
  await bring(svc, artist, join(folder.path, 'Single'))
  expect(tapesOf(svc, nova)).toHaveLength(2)
  // Its address is the handle; the one that the manifest asks for leads there.
  expect(rowsOf(svc, 'former_words')).toMatchObject([{ word: 'one-more' }])
})

test('the command shows its plan, does it with --yes beside the site or without it, and goes on after kill -9', async () => {
  using folder = musicFolder()
  using data = temporaryFolder()
  const env = { DATA_DIR: data.path, LOG_LEVEL: 'silent' }
  const run = (...args: string[]) => runProgram(['import', folder.path, ...args], env)
  const titles = Array.from({ length: 12 }, (_, index) => `Song ${index}`)
  for (const title of titles) await folder.putMusic(`Album/${title}.flac`, { title, album: 'Album' })
  const kept = () => {
    using db = new Database(join(data.path, 'tapedeck.db'), { readonly: true })
    return db.query('SELECT title, status FROM tracks ORDER BY position').values()
  }
  {
    await using svc = await startProcess({ dataDir: data.path })
    await signUpAt(svc, 'nova')
    const shown = await run('--artist', 'nova')
    expect([shown.exitCode, shown.err]).toEqual([0, ''])
    expect(shown.out).toContain('Album  (Album, no date, 12 tracks)')
    expect(shown.out).toContain('  1. Song 0  ← Album/Song 0.flac')
    expect(shown.out).toContain('1 casset, 12 tracks to bring (1 MB).\nNothing has been changed.')
    expect(kept()).toEqual([])
    expect(await run('--artist', 'nobody')).toMatchObject({ exitCode: 1 })
    expect(await run()).toMatchObject({ exitCode: 1 })
    for (const waitMs of [900, 1_300]) {
      const child = Bun.spawn([...program, 'import', folder.path, '--artist', '@nova', '--yes'], {
        env,
        stdout: 'ignore',
      })
      await Bun.sleep(waitMs)
      child.kill('SIGKILL')
      await child.exited
    }
  }
  const done = await run('--artist', 'nova', '--yes')
  expect([done.exitCode, done.err]).toEqual([0, ''])
  expect(kept()).toEqual(titles.map((title) => [title, 'READY']))
  const again = await run('--artist', 'nova', '--yes')
  expect(again.out).toContain('Nothing new was imported.')
  expect(kept()).toHaveLength(12)
})

test('a cover that is replaced after it was read is known by what was brought', async () => {
  await using svc = await startServer()
  using folder = musicFolder()
  const nova = cast(svc.ctx, 'nova', { published: false, publishedAt: null })
  const [first, second] = [png(40, 40, (x, y) => [x * 6, y * 6, (x * y) % 256]), picture(200)]
  await folder.put('cover.png', first)
  const { blobs } = svc.ctx
  const replaced = new Proxy(blobs, {
    get: (of, name) => {
      // The copy begins by asking for its place.
      if (name === 'scratch') writeFileSync(join(folder.path, 'cover.png'), second)
      return Reflect.get(of, name)
    },
  })
  const [row] = svc.ctx.db.select().from(cassets).all()
  if (!row) throw new Error('there is no casset')
  const artist = { id: nova.artistId, userId: nova.userId, handle: 'nova', names: [] }
  await bringCover({ ...svc.ctx, blobs: replaced }, artist, folder.path, row, { path: 'cover.png', isInside: false })
  const asset = rowsOf(svc, 'assets').map((each) => Object(each).sha256)
  expect(asset).toEqual([sha256Hex(second)])
  expect(rowsOf(svc, 'imported_files').map((each) => Object(each).sha256)).toEqual(asset)
})
