import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compileExecutable } from '../../src/platform/build/build.ts'
import { cookieOf, password, signUpBody } from '../support/account/account.ts'
import { fixture } from '../support/casset/media.ts'
import { callAt } from '../support/server.ts'

/**
 * Sets the executable's clock forward and back while it serves, with libfaketime, and checks that
 * nobody is refused for it, sessions stay until their end and not longer, and uploads become
 * playable. `bun test/soak/clock.ts [rounds]`.
 */
const rounds = Number(Bun.argv[2] ?? 5)
const libraries = existsSync('/usr/lib')
  ? readdirSync('/usr/lib').map((name) => join('/usr/lib', name, 'faketime/libfaketimeMT.so.1'))
  : []
const library = libraries.find((path) => existsSync(path))
if (library === undefined) {
  console.error('SKIPPED: libfaketime is not installed (apt-get install faketime), so no clock was set.')
  process.exit(0)
}

const folder = mkdtempSync(join(tmpdir(), 'tapedeck-clock-'))
const clock = join(folder, 'clock')
const executable = join(folder, 'tapedeck')
const day = 86_400
const faults: string[] = []
let asked = 0
await compileExecutable(executable)

const setClock = (offsetSec: number) => writeFileSync(clock, `${offsetSec < 0 ? '' : '+'}${offsetSec}\n`)

async function start(dataDir: string) {
  const child = Bun.spawn([executable], {
    cwd: folder,
    env: {
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'error',
      LD_PRELOAD: library ?? '',
      FAKETIME_TIMESTAMP_FILE: clock,
      FAKETIME_NO_CACHE: '1',
      DONT_FAKE_MONOTONIC: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    stdout: 'pipe',
    stderr: 'inherit',
  })
  let text = ''
  for await (const piece of child.stdout) {
    text += new TextDecoder().decode(piece)
    const url = /listening on (\S+)/.exec(text)?.[1]
    if (url) return { child, url, call: callAt(url) }
  }
  throw new Error(`It did not start: ${text}`)
}

type Deck = Awaited<ReturnType<typeof start>>

function expectStatus(what: string, found: number, wanted: number): void {
  asked += 1
  if (found !== wanted) faults.push(`${what}: ${found} instead of ${wanted}`)
}

/** Sends one request of each kind that is limited; `isMember`: the session counts at this time. */
async function askAll({ url, call }: Deck, when: string, cookie: string, isMember: boolean): Promise<void> {
  const ask = async (path: string, wanted: number) =>
    expectStatus(`${when} ${path}`, (await call('GET', path, { cookie })).status, wanted)
  if (isMember) await ask('/api/auth/session', 200)
  await ask('/api/v1/artists/nobody', 404)
  await ask('/api/handles/free-one/available', 200)
  await ask('/', 200)
  const body = { email: 'nova@example.org', password }
  const signIn = await call('POST', '/api/auth/login', { body })
  expectStatus(`${when} sign-in`, signIn.status, 200)
  const fresh = cookieOf(signIn)
  expectStatus(`${when} fresh session`, (await call('GET', '/api/auth/session', { cookie: fresh })).status, 200)
  const { json } = await call('GET', '/api/casset/nova/media', { cookie: fresh })
  const cassetId = String(Reflect.get(Object(Reflect.get(Object(json), 'casset')), 'id'))
  const form = new FormData()
  form.set('file', Bun.file(fixture('mp3-cbr.mp3')))
  const address = `${url}/api/studio/casset/${cassetId}/tracks`
  const upload = await fetch(address, { method: 'POST', body: form, headers: { cookie: fresh } })
  expectStatus(`${when} upload`, upload.status, 201)
  await untilReady(call, when, fresh)
}

async function untilReady(call: Deck['call'], when: string, cookie: string): Promise<void> {
  const end = performance.now() + 30_000
  for (;;) {
    const { text } = await call('GET', '/api/casset/nova/media', { cookie })
    if (!text.includes('"PROCESSING"')) return
    if (performance.now() > end) return void faults.push(`${when}: an upload is still PROCESSING after 30 s`)
    await Bun.sleep(100)
  }
}

const jumps = [2, -2, 20, 40, -400, 80, 365].map((days) => days * day)
for (let round = 0; round < rounds; round += 1) {
  const dataDir = join(folder, `data-${round}`)
  setClock(0)
  let deck = await start(dataDir)
  const cookie = cookieOf(await deck.call('POST', '/api/auth/signup', { body: signUpBody('nova') }))
  for (const jump of jumps.toSorted(() => Math.random() - 0.5)) {
    const days = jump / day
    const isMember = days < 14
    setClock(jump)
    await askAll(deck, `round ${round}, ${days} days off`, cookie, isMember)
    if (Math.random() < 0.5) {
      deck.child.kill('SIGKILL')
      await deck.child.exited
      deck = await start(dataDir)
      await askAll(deck, `round ${round}, ${days} days off, started again`, cookie, isMember)
    }
    setClock(0)
    await askAll(deck, `round ${round}, right again after ${days} days`, cookie, true)
    // The buckets of a minute fill with the time that passes, whatever the clock says.
    await Bun.sleep(15_000)
  }
  deck.child.kill()
  expectStatus(`round ${round}: exit code`, await deck.child.exited, 0)
}
rmSync(folder, { recursive: true, force: true })
console.log(`${rounds * jumps.length} jumps, ${asked} requests, ${faults.length} faults`)
for (const fault of faults) console.error(fault)
process.exit(faults.length === 0 ? 0 : 1)
