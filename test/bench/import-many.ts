import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { TagLib } from 'taglib-wasm'
import { closeDb } from '../../db/open.ts'
import { fixture } from '../support/casset/upload.ts'
import { runImport, withNova } from './import.ts'
import { scratchFolder } from './program.ts'
import { atMost, type Row } from './report.ts'

const files = 50_000
const discs = 10_000
const albumTracks = 12
// Only as much of a file as its tags need: nothing is decoded here.
const bytesEach = 24_000
const fixtures = ['flac-16.flac', 'mp3-cbr.mp3', 'opus.opus']

/**
 * Measures the plan for a folder of 50,000 files, more than an artist has room for: albums of
 * twelve tracks, and one whose tags name 10,000 discs. Nothing is imported; the plan's time and
 * memory count, and whether its report accounts for each file.
 */
export async function benchImportMany(executable: string): Promise<Row[]> {
  using folder = scratchFolder()
  const root = join(folder.path, 'music')
  await makeFiles(root)
  const data = join(folder.path, 'data')
  closeDb((await withNova(data)).db)
  const env = { PATH: Bun.env.PATH ?? '', DATA_DIR: data, LOG_LEVEL: 'silent' }
  const shown = await runImport([executable, 'import', root, '--artist', 'nova'], env, () => false)
  const told = (what: RegExp) => Number(what.exec(shown.printed)?.[1] ?? 0)
  const missing = Math.abs(files - told(/(\d+) tracks to bring/) - told(/(\d+) files left out/))
  const what = `plan of an import of ${files} files, ${discs} of them of one album with as many discs`
  return [
    atMost(`${what}: until it is shown`, shown.sec, 120, 's'),
    atMost(`${what}: processor`, shown.processorSec, 60, 's', 'its children included'),
    atMost(`${what}: memory at most, with all its processes`, shown.peakMb, 300, 'MB'),
    atMost(`${what}: files that the report does not account for`, missing, 0, 'files'),
  ]
}

async function makeFiles(root: string): Promise<void> {
  const taglib = await TagLib.initialize()
  const bases = await Promise.all(fixtures.map((name) => fixture(name)))
  const write = async (folder: string, nth: number, name: string, tags: Record<string, string>) => {
    using file = await taglib.open(bases[nth % bases.length] ?? new Uint8Array())
    file.setProperties(Object.fromEntries(Object.entries(tags).map(([key, value]) => [key, [value]])))
    file.save()
    const suffix = (fixtures[nth % bases.length] ?? '').replace(/^.*\./, '')
    const own = Buffer.from(`${folder} ${name}`)
    await Bun.write(join(root, folder, `${name}.${suffix}`), [file.getFileBuffer().slice(0, bytesEach), own])
  }
  mkdirSync(root, { recursive: true })
  for (let disc = 1; disc <= discs; disc += 1) {
    await write('Discs', 1, `Song ${disc}`, { artist: 'Nova', album: 'Discs', discNumber: `${disc}`, trackNumber: '1' })
  }
  for (let n = 0; n < files - discs; n += 1) {
    const album = Math.floor(n / albumTracks)
    const tags = {
      artist: 'Nova',
      album: `Album ${album}`,
      title: `Song ${n}`,
      trackNumber: `${(n % albumTracks) + 1}`,
    }
    await write(`Album ${album}`, album, `Song ${n}`, tags)
  }
}
