import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { beginUpload, offsetOf, sendPiece } from '../support/casset/tus.ts'
import { fixture, tracksPath } from '../support/casset/upload.ts'
import { addressForms, rawTus } from '../support/platform/upload-address.ts'
import { startServer } from '../support/server.ts'
import { cast } from '../support/world.ts'

/**
 * Asks for another artist's uploads with every form of address, with forms combined at random, and
 * with every method: none may read, change or remove them. `bun test/soak/uploads.ts [rounds]`.
 */
const rounds = Number(Bun.argv[2] ?? 20)
const perRound = 500
const methods = ['HEAD', 'GET', 'PATCH', 'POST', 'DELETE', 'OPTIONS', 'PUT']
const secret = Buffer.from('Secret name.wav').toString('base64')
const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(Math.random() * from.length)]

await using svc = await startServer({ limiter: { take: () => 0 }, env: { LOG_LEVEL: 'silent' } })
const [ada, mallory] = [cast(svc.ctx, 'ada'), cast(svc.ctx, 'mallory')]
const bytes = await fixture('wav-8.wav')
const begin = async (sent: number) => {
  const path = await beginUpload(svc, ada, bytes.length, { filename: 'Secret name.wav' })
  await sendPiece(svc, ada, path, 0, bytes.slice(0, sent))
  return basename(path)
}
const victims = [await begin(1_000), await begin(bytes.length)]
const stored = () =>
  victims.map((id) => ['', '.json'].map((end) => readFileSync(join(svc.dataDir, 'uploads', id + end), 'latin1')).join())
const before = stored().join()
const marks = ['/', '//', '?', '#', '&', '=', '%2F', '%3F', '%23', '%00', ';', '..', '.', '\\', ':', '@', '%', '+']

function randomTarget(own: string, theirs: string): string {
  const parts = [own, theirs, ada.cassetId, mallory.cassetId, tracksPath(ada), tracksPath(mallory), 'x', '']
  const tail = Array.from({ length: 1 + Math.floor(Math.random() * 6) }, () => `${pick(marks)}${pick(parts)}`).join('')
  return `${tracksPath(mallory)}${tail}`
}

let asked = 0
const faults: string[] = []
for (let round = 0; round < rounds; round += 1) {
  const own = `${mallory.cassetId}_${svc.ctx.uuid()}`
  for (const theirs of victims) {
    const forms = addressForms(mallory, own, ada, theirs)
    const targets = [...forms, ...Array.from({ length: perRound }, () => randomTarget(own, theirs))]
    for (const target of targets) {
      const method = pick(methods) ?? 'HEAD'
      const offset = String(theirs === victims[0] ? 1_000 : bytes.length)
      const piece = { 'content-type': 'application/offset+octet-stream', 'upload-offset': offset }
      const headers = method === 'PATCH' ? piece : method === 'POST' ? { 'upload-length': '9' } : {}
      const answer = await rawTus(svc, mallory, method, target, headers, method === 'PATCH' ? 'x' : '')
      asked += 1
      const isTold = answer.includes(secret) || answer.includes(`Upload-Length: ${bytes.length}`)
      if (isTold || /^HTTP\/1\.1 5/.test(answer)) faults.push(`${method} ${target}: ${answer.slice(0, 80)}`)
    }
  }
  if (stored().join() !== before) faults.push(`round ${round}: an upload was changed`)
}
if ((await offsetOf(svc, ada, `${tracksPath(ada)}/${victims[0]}`)) !== 1_000) faults.push('the offset has moved')
console.log(`${asked} addresses, ${faults.length} faults`)
for (const fault of faults.slice(0, 20)) console.error(fault)
process.exitCode = faults.length === 0 ? 0 : 1
