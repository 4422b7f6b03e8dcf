import { Database } from 'bun:sqlite'
import { expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { unzipToImport } from '../../src/casset/import/unzip/unzip-to-import.ts'
import { loudNoise, packed, wav } from '../support/casset/audio-kinds.ts'
import { artistOf, bring, tapesOf, tracksOf } from '../support/casset/import.ts'
import { musicFolder } from '../support/casset/music-folder.ts'
import { isRunning } from '../support/is-running.ts'
import { testLimitMs } from '../support/limits.ts'
import { png } from '../support/platform/picture.ts'
import { runProgram, signUpAt, startProcess, temporaryFolder } from '../support/process.ts'
import { program } from '../support/program.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { cast } from '../support/world.ts'
import { zipOf, zipped } from '../support/zips.ts'

setDefaultTimeout(testLimitMs)

const scratchOf = ({ ctx }: TestServer) => dirname(ctx.blobs.scratch('any'))
const picture = png(40, 40, (x) => [200, x, 90])
const sheet = `PERFORMER "Nova"
TITLE "One File"
FILE "Side.wav" WAVE
TRACK 01 AUDIO
TITLE "Snow"
INDEX 01 00:00:00
TRACK 02 AUDIO
TITLE "Ice"
INDEX 01 00:02:00
`

test('a zip becomes tapes as its folder does: albums, a sampler of 20, sides, a cue sheet, cover and lyrics; nothing of it stays', async () => {
  await using svc = await startServer()
  using folder = musicFolder()
  using elsewhere = temporaryFolder()
  const nova = cast(svc.ctx, 'nova')
  for (const [index, side] of ['B2', 'A1', 'B1', 'A2'].entries()) {
    const tags = { title: side, album: 'Sides' }
    await folder.putMusic(`Nova - Sides/${'dbca'[index]}.mp3`, tags, { from: 'mp3-no-tag.mp3', side })
  }
  await folder.put('Nova - Sides/cover.png', picture)
  await folder.put('Nova - Sides/c.lrc', '[00:01.00]White words')
  for (let number = 1; number <= 20; number++) {
    const tags = { title: `Song ${number}`, album: 'Sampler', artist: `Artist ${number}`, trackNumber: `${number}` }
    await folder.putMusic(`Sampler/${number}.flac`, { ...tags, albumArtist: 'Various Artists' })
  }
  const sound = loudNoise(16, 4, 1)
  await folder.put('One/Side.wav', wav(sound, packed(sound, true), { bytes: 2 }))
  await folder.put('One/Side.cue', sheet)
  await folder.putMusic('Зима/сне́г.flac', { title: 'Snow' })
  await folder.put('__MACOSX/Sampler/._1.flac', 'system')
  await folder.put('Sampler/.DS_Store', 'system')
  await folder.put('Sampler/more.zip', zipOf([]))
  await folder.put('Sampler/Booklet.pdf', '%PDF')
  const path = join(elsewhere.path, 'All of Nova.zip')
  await Bun.write(path, zipOf(await zipped(folder.path)))
  {
    await using unzipped = await unzipToImport(svc.ctx, path)
    expect(basename(unzipped.root)).toBe('All of Nova')
    expect(unzipped.left).toEqual([
      { path: 'Sampler/Booklet.pdf', why: 'no music, picture or lyrics' },
      { path: 'Sampler/more.zip', why: 'packed: unpack it, or bring it alone if it is a zip' },
    ])
    const { plan, done } = await bring(svc, artistOf(nova, 'nova'), unzipped.root)
    expect([plan.left, done.left, done.stopped]).toEqual([[], [], null])
  }
  expect(readdirSync(scratchOf(svc))).toEqual([])
  const tapes = Object.fromEntries(tapesOf(svc, nova).map((tape) => [tape.name, tape]))
  const titles = (name: string) => tracksOf(svc, tapes[name]?.id ?? '').map(({ title }) => title)
  expect(titles('Sides')).toEqual(['A1', 'A2', 'B1', 'B2'])
  expect(tracksOf(svc, tapes.Sides?.id ?? '')[2]?.lyrics).toContain('White words')
  expect(tapes.Sides?.coverAssetId).not.toBeNull()
  expect(titles('Sampler')).toEqual(Array.from({ length: 20 }, (_, index) => `Song ${index + 1}`))
  expect(tracksOf(svc, tapes.Sampler?.id ?? '').map(({ byNames }) => byNames?.[0]?.name)).toEqual(
    Array.from({ length: 20 }, (_, index) => `Artist ${index + 1}`),
  )
  expect(titles('One File')).toEqual(['Snow', 'Ice'])
  expect(titles('Зима')).toEqual(['Snow'])
  // The same folder, unpacked, brings nothing more.
  const again = await bring(svc, artistOf(nova, 'nova'), folder.path)
  expect(again.done.trackIds).toEqual([])
})

/** The processes that one has started. */
const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

test('the command brings a zip of any name, and what a killed one unpacked is gone with the next', async () => {
  using folder = musicFolder()
  using data = temporaryFolder()
  using elsewhere = temporaryFolder()
  const env = { DATA_DIR: data.path, LOG_LEVEL: 'silent' }
  const titles = Array.from({ length: 6 }, (_, index) => `Song ${index}`)
  for (const title of titles) await folder.putMusic(`Album/${title}.flac`, { title, album: 'Album' })
  const path = join(elsewhere.path, 'renamed.mp3')
  await Bun.write(path, zipOf([...(await zipped(folder.path)), { name: 'Album/big.wav', content: Buffer.alloc(9e7) }]))
  const scratch = join(data.path, 'blobs/scratch')
  const unzipped = () => (existsSync(scratch) ? readdirSync(scratch).filter((name) => name.startsWith('unzip-')) : [])
  const kept = () => {
    using db = new Database(join(data.path, 'tapedeck.db'), { readonly: true })
    return db.query('SELECT title, status FROM tracks ORDER BY position').values()
  }
  const run = (...args: string[]) => runProgram(['import', path, '--artist', 'nova', ...args], env)
  {
    await using svc = await startProcess({ dataDir: data.path })
    await signUpAt(svc, 'nova')
    const killed = Bun.spawn([...program, 'import', path, '--artist', 'nova', '--yes'], { env, stdout: 'ignore' })
    while (childrenOf(killed.pid).length === 0) await Bun.sleep(5)
    const children = childrenOf(killed.pid)
    killed.kill('SIGKILL')
    await killed.exited
    // Its child would go on unpacking, without limits.
    while (children.some(isRunning)) await Bun.sleep(5)
    expect(unzipped()).toHaveLength(1)
    const shown = await run()
    expect([shown.exitCode, shown.err]).toEqual([0, ''])
    expect(shown.out).toContain(`Unpacking ${path} …`)
    expect(shown.out).toContain('Album  (Album, no date, 6 tracks)')
    expect(shown.out).toContain('Nothing has been changed.')
    expect([unzipped(), kept()]).toEqual([[], []])
  }
  const done = await run('--yes')
  expect([done.exitCode, done.err]).toEqual([0, ''])
  expect(done.out).toContain('6 tracks imported.')
  expect(kept()).toEqual(titles.map((title) => [title, 'READY']))
  expect((await run('--yes')).out).toContain('Nothing new was imported.')
  await Bun.write(path, 'no zip')
  const refused = await run('--yes')
  expect([refused.exitCode, refused.out]).toMatchObject([1, expect.stringContaining('“renamed.mp3” is no zip.')])
  expect(refused.out).toContain('Nothing has been changed.')
  expect([unzipped(), kept()]).toMatchObject([[], { length: 6 }])
})
