import { Database } from 'bun:sqlite'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { closeDb } from '../../db/open.ts'
import { cast } from '../support/world.ts'
import { makeMusic } from './make-music.ts'
import { openFolder } from './open-folder.ts'
import { ownMb, scratchFolder, startProgram } from './program.ts'
import { atMost, type Row } from './report.ts'

const uploadsEach = 60
const atOnce = 4

/**
 * Measures the import of a thousand files by the command: its memory with all its children, its
 * time against uploads of the same files, killed half-way and resumed, and once more when all is
 * there.
 */
export async function benchImport(executable: string): Promise<Row[]> {
  if (!Bun.which('ffmpeg')) {
    return [{ what: 'import of 1,000 files', figure: 'ffmpeg is not installed', goal: '', reached: null }]
  }
  using folder = scratchFolder()
  const root = join(folder.path, 'music')
  const files = await makeMusic(root)
  const data = join(folder.path, 'data')
  closeDb((await withNova(data)).db)
  const command = [executable, 'import', root, '--artist', 'nova', '--yes']
  const env = { PATH: Bun.env.PATH ?? '', DATA_DIR: data, LOG_LEVEL: 'silent' }

  const first = await runImport(command, env, () => countTracks(data) >= files.length / 2)
  const half = countTracks(data)
  const second = await runImport(command, env, () => false)
  const whole = contentOf(data)
  const again = await runImport(command, env, () => false)
  const isSame = contentOf(data) === whole

  const uploadSec = await uploadAll(executable, join(folder.path, 'uploads'), files)
  const mb = files.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6
  const peakMb = Math.max(first.peakMb, second.peakMb)
  const took = first.sec + second.sec
  const what = `import of ${files.length} files (FLAC, MP3, Opus, ${mb.toFixed(0)} MB)`
  return [
    atMost(`${what}: memory at most, with all its processes`, peakMb, 300, 'MB', 'pages that they share counted once'),
    atMost(
      `${what}: of what uploads by HTTP take`,
      took / uploadSec,
      1.1,
      'times',
      `${took.toFixed(0)} against ${uploadSec.toFixed(0)} s until all can be played`,
    ),
    atMost(
      `${what}: missing or double after kill -9 at ${half}`,
      Math.abs(countTracks(data) - files.length),
      0,
      'files',
    ),
    atMost(`${what}: rows that a third run changes`, isSame ? 0 : 1, 0, 'rows', `it takes ${again.sec.toFixed(0)} s`),
  ]
}

/** Opens a data folder with an artist nova whose first tape is blank. */
export async function withNova(dataDir: string) {
  const ctx = await openFolder(dataDir)
  cast(ctx, 'nova', { published: false, publishedAt: null })
  return ctx
}

/**
 * Runs a command until it ends or is to be killed. Returns what it printed, its time, and its
 * processor time and most memory, both with all its children.
 */
export async function runImport(command: string[], env: Record<string, string>, isToBeKilled: () => boolean) {
  const from = performance.now()
  const child = Bun.spawn(command, { env, stdout: 'pipe', stderr: 'inherit' })
  const printed = new Response(child.stdout).text()
  let isOver = false
  void child.exited.then(() => {
    isOver = true
  })
  let peakMb = 0
  while (!isOver) {
    const each = await Promise.all(familyOf(child.pid).map(ownMb))
    peakMb = Math.max(
      peakMb,
      each.reduce((sum, mb) => sum + mb, 0),
    )
    if (isToBeKilled()) child.kill('SIGKILL')
    await Bun.sleep(100)
  }
  const processorSec = Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1e6
  return { peakMb, sec: (performance.now() - from) / 1000, processorSec, printed: await printed }
}

/** A process and all below it. */
function familyOf(root: number): number[] {
  const parents = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0)
    .flatMap((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
        return [{ pid, parent: Number(stat.replace(/^.*\) /s, '').split(' ')[1]) }]
      } catch {
        return []
      }
    })
  const family = [root]
  for (const pid of family) family.push(...parents.filter(({ parent }) => parent === pid).map((each) => each.pid))
  return family
}

const inDb = <Found>(data: string, ask: (db: Database) => Found): Found => {
  using db = new Database(join(data, 'tapedeck.db'), { readonly: true })
  return ask(db)
}

const countTracks = (data: string, status = '%'): number =>
  inDb(
    data,
    (db) =>
      db.query<{ n: number }, [string]>('SELECT count(*) AS n FROM tracks WHERE status LIKE ?').get(status)?.n ?? 0,
  )

/** Returns everything that an import writes. */
const contentOf = (data: string): string =>
  inDb(data, (db) =>
    ['cassets', 'tracks', 'assets', 'imported_files']
      .map((table) => JSON.stringify(db.query(`SELECT * FROM ${table} ORDER BY id`).all()))
      .join(),
  )

/** Sends the files as the studio does, for several artists, as each may send sixty at once. */
async function uploadAll(executable: string, data: string, files: readonly { path: string }[]): Promise<number> {
  const ctx = await openFolder(data)
  const artists = Array.from({ length: Math.ceil(files.length / uploadsEach) }, (_, n) => cast(ctx, `artist${n}`))
  closeDb(ctx.db)
  await using server = await startProgram(
    [executable],
    { DATA_DIR: data, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent' },
    false,
  )
  const from = performance.now()
  const left = files.map(({ path }, index) => ({ path, artist: artists[Math.floor(index / uploadsEach)] }))
  const send = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const form = new FormData()
      form.set('file', Bun.file(next.path))
      const { status } = await fetch(`${server.url}/api/studio/casset/${next.artist?.cassetId}/tracks`, {
        method: 'POST',
        body: form,
        headers: { cookie: next.artist?.cookie ?? '' },
      })
      if (status !== 201) throw new Error(`An upload was answered ${status}.`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, send))
  while (countTracks(data, 'READY') < files.length) await Bun.sleep(200)
  return (performance.now() - from) / 1000
}
