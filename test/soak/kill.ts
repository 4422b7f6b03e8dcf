import { Database } from 'bun:sqlite'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fixture } from '../support/media.ts'

/**
 * Kills the serving process with -9 at random moments of uploads and ingests, starts it again on the same folder, and
 * holds it to its word: every upload that was acknowledged becomes playable, nothing half-written stays, the database is
 * whole. `bun test/soak/kill.ts [rounds]`.
 */
const rounds = Number(Bun.argv[2] ?? 100)
const main = join(import.meta.dir, '../../src/main.ts')
const folder = mkdtempSync(join(tmpdir(), 'tapedeck-kill-'))
const files = ['mp3-cbr.mp3', 'flac-16.flac', 'wav-24.wav', 'vorbis.ogg', 'opus.opus', 'm4a-plain.m4a']
const acknowledged = new Set<string>()
const faults: string[] = []

async function start() {
  const env = { PATH: Bun.env.PATH ?? '', DATA_DIR: folder, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'error' }
  const child = Bun.spawn([process.execPath, main], { env, stdout: 'pipe', stderr: 'inherit' })
  let text = ''
  for await (const piece of child.stdout) {
    text += new TextDecoder().decode(piece)
    const url = /listening on (\S+)/.exec(text)?.[1]
    if (url) return { child, url }
  }
  throw new Error(`It did not start: ${text}`)
}

async function signUp(url: string): Promise<{ cookie: string; cassetId: string }> {
  const body = JSON.stringify({
    email: 'kill@example.com',
    password: 'nine lives',
    handle: 'kill',
    displayName: 'Kill',
  })
  const response = await fetch(`${url}/api/auth/signup`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  })
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? ''
  const media: { casset: { id: string } } = await (
    await fetch(`${url}/api/casset/kill/media`, { headers: { cookie } })
  ).json()
  return { cookie, cassetId: media.casset.id }
}

async function upload(url: string, cassetId: string, cookie: string, name: string): Promise<void> {
  const form = new FormData()
  form.set('file', Bun.file(fixture(name)))
  const address = `${url}/api/studio/casset/${cassetId}/tracks`
  const response = await fetch(address, { method: 'POST', body: form, headers: { cookie } }).catch(() => null)
  const answer: { track?: { id: string } } | undefined = await response?.json().catch(() => undefined)
  if (answer?.track) acknowledged.add(answer.track.id)
}

function check(): void {
  const db = new Database(join(folder, 'tapedeck.db'), { readonly: true })
  const rows = db.query<{ id: string; status: string; sha256: string; hook: string | null }, []>(
    'SELECT id, status, sha256, hook_sha256 AS hook FROM tracks',
  )
  const byId = new Map(rows.all().map((row) => [row.id, row]))
  for (const id of acknowledged) {
    const row = byId.get(id)
    if (row?.status !== 'READY') faults.push(`acknowledged track ${id} is ${row?.status ?? 'gone'}`)
    for (const hash of [row?.sha256, row?.hook]) {
      if (hash && !existsSync(join(folder, 'blobs', hash.slice(0, 2), hash))) faults.push(`a file of ${id} is missing`)
    }
  }
  const whole = db.query<{ integrity_check: string }, []>('PRAGMA integrity_check').get()?.integrity_check
  if (whole !== 'ok') faults.push(`the database: ${whole}`)
  const left = readdirSync(join(folder, 'blobs/scratch'))
  if (left.length > 0) faults.push(`left in scratch: ${left.join(', ')}`)
  db.close()
}

let { child, url } = await start()
const { cookie, cassetId } = await signUp(url)
for (let round = 0; round < rounds; round += 1) {
  const sending = [0, 1].map((n) => upload(url, cassetId, cookie, files[(round + n) % files.length] ?? ''))
  await Bun.sleep(Math.random() * 400)
  child.kill('SIGKILL')
  await Promise.all([child.exited, ...sending])
  ;({ child, url } = await start())
}
const until = Date.now() + 120_000
const waiting = async () => {
  const media = await (await fetch(`${url}/api/casset/kill/media`, { headers: { cookie } })).text()
  return media.includes('"PROCESSING"')
}
while (Date.now() < until && (await waiting())) await Bun.sleep(200)
child.kill()
await child.exited
check()
rmSync(folder, { recursive: true, force: true })
console.log(`${rounds} kills, ${acknowledged.size} acknowledged uploads, ${faults.length} faults`)
for (const fault of faults) console.error(fault)
process.exit(faults.length === 0 ? 0 : 1)
