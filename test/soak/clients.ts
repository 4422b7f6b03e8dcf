import { Database } from 'bun:sqlite'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sha256Hex } from '../../src/lib/hash/hmac.ts'
import { loudNoise, packed, wav } from '../support/casset/audio-kinds.ts'
import { uploadTrack } from '../support/casset/upload.ts'
import { startServer } from '../support/server.ts'
import { cast } from '../support/world.ts'

/**
 * Programs that nobody here made, each with what it has to get of a page and its feed: the hook, or
 * its address, and no other sound. `bun test/soak/clients.ts`; the programs come from Debian, the
 * libraries from npm. Those that are not here are named, which is no fault.
 */
type Place = { origin: string; page: string; feed: string; hook: string; folder: string }

type Client = {
  program: string
  args: (place: Place) => string[]
  /** Returns what is wrong of what it got; it printed this, and left files in its folder. */
  fault: (place: Place, printed: string, sounds: readonly string[]) => string | Promise<string>
  env?: Record<string, string>
}

const title = 'Loud Water'
const sound = loudNoise(16, 100, 2)
const master = wav(sound, packed(sound, true), { bytes: 2 })

const says = (what: string) => (_: Place, printed: string) =>
  printed.includes(what) ? '' : `it does not say “${what}”`
let hookSum = ''
const isHook = (_: Place, __: string, sounds: readonly string[]) =>
  sounds.length > 0 && sounds.every((sum) => sum === hookSum)
    ? ''
    : `it has ${sounds.length} sounds, not the hook alone`
const lasts = (_: Place, printed: string) => {
  const seconds = Number(/(\d+\.\d+)/.exec(printed)?.[1])
  return seconds > 29 && seconds <= 30 ? '' : `it lasts ${seconds} s`
}

function subscribed({ feed, folder }: Place): string {
  using db = new Database(join(folder, 'cache.db'), { readonly: true })
  const rows = db.query('SELECT title, enclosure_url, enclosure_type FROM rss_item WHERE feedurl = ?').all(feed)
  const item = Object(rows.find((row) => Object(row).title === title))
  return String(item.enclosure_url).endsWith('/hook') && item.enclosure_type === 'audio/wav'
    ? ''
    : `it has ${JSON.stringify(rows)}`
}

const clients: readonly Client[] = [
  { program: 'curl', args: ({ hook }) => ['-sSfO', '--remote-name', hook], fault: isHook },
  { program: 'curl', args: ({ page }) => ['-sSf', '--http1.0', page], fault: says('/hook') },
  {
    program: 'wget',
    // Exits with 8 where one of many addresses is refused, as those of signed-in people are.
    args: ({ page, folder }) => ['-q', '-e', 'robots=on', '-r', '-l', '1', '-nd', '-H', '-P', folder, page],
    fault: isHook,
  },
  { program: 'yt-dlp', args: ({ page, folder }) => ['-q', '-P', folder, page], fault: isHook },
  { program: 'aria2c', args: ({ hook, folder }) => ['-q', '-x', '16', '-k', '1M', '-d', folder, hook], fault: isHook },
  {
    program: 'ffprobe',
    args: ({ hook }) => ['-v', 'error', '-show_entries', 'format=duration', hook],
    fault: lasts,
  },
  {
    program: 'mpv',
    args: ({ hook }) => ['--no-config', '--ao=null', '--untimed', '--term-status-msg=', '--msg-level=all=info', hook],
    fault: says('End of file'),
  },
  { program: 'lynx', args: ({ page }) => ['-dump', page], fault: says(title) },
  { program: 'w3m', args: ({ page }) => ['-dump', page], fault: says(title) },
  { program: 'xmllint', args: () => ['--nonet', '--xpath', '//enclosure/@url', '-'], fault: says('/hook') },
  {
    program: 'newsboat',
    args: ({ folder }) => ['-u', join(folder, 'urls'), '-c', join(folder, 'cache.db'), '-x', 'reload'],
    fault: subscribed,
  },
]

/** Libraries that podcast programs read feeds with, each with how it is asked. */
const libraries: Readonly<Record<string, string>> = {
  'rss-parser@3.13.0': `import Parser from 'rss-parser'
    const { items } = await new Parser().parseString(text)
    print(items.map(({ title, enclosure }) => ({ title, ...enclosure })))`,
  'feedsmith@3.0.1': `import { parseFeed } from 'feedsmith'
    const { feed } = parseFeed(text)
    print(feed.items.map(({ title, enclosures }) => ({ title, ...enclosures?.[0] })))`,
}

await using svc = await startServer()
const nova = cast(svc.ctx, 'nova', { name: 'Rivers' })
const made = await uploadTrack(svc, nova, master, `${title}.wav`)
await svc.ctx.jobs.idle()
const { id } = Object(Object(made.json).track)
const { origin } = svc.ctx.site
const base = {
  origin,
  page: `${origin}/@nova`,
  feed: `${origin}/@nova/feed.xml`,
  hook: `${origin}/api/audio/${id}/hook`,
}
const hookBytes = new Uint8Array(await (await fetch(base.hook)).arrayBuffer())
hookSum = sha256Hex(hookBytes)

const kinds = [Buffer.from('RIFF'), Buffer.from('OggS'), Buffer.from('fLaC')]

/** The sums of all sound in a folder. */
async function soundsIn(folder: string): Promise<string[]> {
  const found = (await readdir(folder, { withFileTypes: true })).filter((each) => each.isFile())
  const files = await Promise.all(found.map(({ name }) => Bun.file(join(folder, name)).bytes()))
  return files
    .filter((bytes) => kinds.some((kind) => kind.equals(bytes.subarray(0, 4))))
    .map((bytes) => sha256Hex(bytes))
}

let failed = 0
let away = 0
for (const { program, args, fault } of clients) {
  if (Bun.which(program) === null) {
    away += 1
    console.log(`${program} is not here`)
    continue
  }
  const folder = await mkdtemp(join(tmpdir(), 'tapedeck-client-'))
  const place = { ...base, folder }
  await Bun.write(join(folder, 'urls'), `${base.feed}\n`)
  const run = Bun.spawn([program, ...args(place)], {
    cwd: folder,
    stdin: program === 'xmllint' ? await fetch(base.feed) : 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    env: { ...Bun.env, HOME: folder, LANG: 'C.UTF-8' },
    timeout: 120_000,
  })
  const [printed, told] = await Promise.all([new Response(run.stdout).text(), new Response(run.stderr).text()])
  await run.exited
  const wrong = await fault(place, printed, await soundsIn(folder))
  if (wrong) failed += 1
  console.log(`${wrong ? 'FAILED' : 'ok'} ${program}${wrong ? `: ${wrong} ${told.slice(0, 500)}` : ''}`)
  await rm(folder, { recursive: true, force: true })
}

const text = await (await fetch(base.feed)).text()
const wanted = { title, url: base.hook, type: 'audio/wav', length: hookBytes.length }
for (const [library, script] of Object.entries(libraries)) {
  const folder = await mkdtemp(join(tmpdir(), 'tapedeck-client-'))
  await Bun.write(join(folder, 'package.json'), '{}')
  await Bun.write(
    join(folder, 'read.ts'),
    `${script.split('\n')[0]}\nconst text = await Bun.stdin.text()\nconst print = (items) => console.log(JSON.stringify(items))\n${script.split('\n').slice(1).join('\n')}`,
  )
  await Bun.spawn([process.execPath, 'add', '--silent', library], { cwd: folder, stdout: 'ignore' }).exited
  const run = Bun.spawn([process.execPath, 'read.ts'], { cwd: folder, stdin: new Blob([text]), stdout: 'pipe' })
  const items: unknown = JSON.parse(await new Response(run.stdout).text())
  const item = Array.isArray(items) ? items.find((each) => Object(each).title === title) : undefined
  const { url, type, length } = Object(item)
  const got = { title, url, type, length: Number(length) }
  const isRight = Bun.deepEquals(got, wanted)
  if (!isRight) failed += 1
  console.log(`${isRight ? 'ok' : 'FAILED'} ${library}${isRight ? '' : `: it has ${JSON.stringify(got)}`}`)
  await rm(folder, { recursive: true, force: true })
}
console.log(`${failed} failed, ${away} not here`)
process.exit(failed === 0 ? 0 : 1)
