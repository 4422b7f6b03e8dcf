import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { runChecks } from '../../src/operate/doctor/run-checks.ts'
import { checks } from '../../src/rooms.ts'
import { addMaster, downloadPath } from '../support/casset/download.ts'
import { beginUpload, sendPiece } from '../support/casset/tus.ts'
import { fixture, uploadTrack } from '../support/casset/upload.ts'
import { runProgram, signUpAt, startProcess, temporaryFolder } from '../support/process.ts'
import { startServer } from '../support/server.ts'
import { cast } from '../support/world.ts'

/**
 * Removes, empties, cuts and flips masters at random; and, where root may mount, fills disks or
 * makes them read-only, before the start and while serving. Nothing damaged may be sent as whole,
 * nothing may end in a stack trace. `bun test/soak/damage.ts [rounds]`.
 */
const rounds = Number(Bun.argv[2] ?? 50)
const faults: string[] = []
const expectThat = (isSo: boolean, what: string) => {
  if (!isSo) faults.push(what)
}
const damages = {
  removed: (path: string) => rmSync(path),
  emptied: (path: string) => writeFileSync(path, ''),
  cut: (path: string) => truncateSync(path, Math.floor(Math.random() * readFileSync(path).length)),
  flipped(path: string) {
    const bytes = readFileSync(path)
    const at = Math.floor(Math.random() * bytes.length)
    bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(Math.random() * 8))
    writeFileSync(path, bytes)
  },
}
const files = ['wav-8.wav', 'flac-16.flac', 'mp3-cbr.mp3', 'm4a-plain.m4a']

for (let round = 0; round < rounds; round += 1) {
  await using svc = await startServer({ env: { LOG_LEVEL: 'silent' } })
  for (const [name, damage] of Object.entries(damages)) {
    const artist = cast(svc.ctx, name)
    const track = await addMaster(svc.ctx, artist.cassetId, files[round % files.length] ?? '', { title: name })
    damage(svc.ctx.blobs.path(track.sha256))
    const what = `round ${round}, ${name}, ${track.fileName}`
    const { cookie } = artist
    const isSeen = name !== 'flipped'
    for (const headers of [{ 'sec-fetch-dest': 'audio' }, { range: 'bytes=0-9' }]) {
      const { status } = await svc.call('GET', `/api/audio/${track.id}`, { cookie, headers })
      expectThat(status === 503 || !isSeen, `${what}: the stream is ${status}`)
    }
    for (const format of ['tagged', 'original']) {
      const { status } = await svc.call('GET', downloadPath(name, format), { cookie })
      expectThat(status === 503, `${what}: the ${format} download is ${status}`)
    }
    const looks = checks.filter((check) => check.name === 'media')
    const [quick, deep] = [await runChecks(svc.ctx, { looks }), await runChecks(svc.ctx, { looks, deep: true })]
    expectThat(!isSeen || quick[0]?.problem?.includes(`"${name}"`) === true, `${what}: the doctor says nothing`)
    expectThat(deep[0]?.problem?.includes(`"${name}"`) === true, `${what}: the doctor, deep, says nothing`)
    await addMaster(svc.ctx, artist.cassetId, track.fileName)
    const fixed = await svc.call('GET', `/api/audio/${track.id}`, { cookie })
    expectThat(fixed.status === 200, `${what}: the same bytes do not fix it`)
  }
}

const mount = (...args: string[]) => Bun.spawnSync(['mount', ...args]).exitCode === 0
const isReadable = (err: string) => /^[^\n]+\n$/.test(err) && !/backup/.test(err)

/** Starts on a small disk with ever more bytes left, until there is room enough. */
async function startOnFullDisk(path: string, PAYMENTS: string): Promise<void> {
  for (let leftKb = 0; leftKb <= 1_200; leftKb += 48) {
    Bun.spawnSync(['sh', '-c', `rm -rf ${path}/*; head -c ${8_192 - leftKb}K /dev/zero > ${path}/fill`])
    const dataDir = `${path}/data`
    const outcome = await startProcess({ dataDir, env: { PAYMENTS, LOG_LEVEL: 'silent' } }).then(
      async (svc) => ({ isUp: true, exit: await svc.end('SIGTERM'), printed: svc.printed() }),
      (error) => ({ isUp: false, exit: 1, printed: String(error).replace(/^.*\n/, '') }),
    )
    // The link that makes an owner is written after it listens, and may find no room.
    const lastLine = outcome.printed.trimEnd().split('\n').at(-1) ?? ''
    const isTold = isReadable(`${lastLine}\n`) && /is full/.test(lastLine) && !/\n\s+at /.test(outcome.printed)
    const isWell = isTold || (outcome.isUp && outcome.exit === 0)
    expectThat(isWell, `a start with ${leftKb} KB left, payments ${PAYMENTS}: ${outcome.printed}`)
    const doctor = await runProgram(['doctor'], { DATA_DIR: dataDir, PAYMENTS, LOG_LEVEL: 'silent' })
    expectThat(!/\n\s+at /.test(doctor.err), `the doctor with ${leftKb} KB left: ${doctor.err}`)
  }
}

/** Makes a disk read-only while a site is served from it, and starts the program on it. */
async function serveReadOnly(path: string): Promise<void> {
  Bun.spawnSync(['sh', '-c', `rm -rf ${path}/*`])
  const dataDir = `${path}/data`
  {
    await using svc = await startProcess({ dataDir, env: { LOG_LEVEL: 'error' } })
    const ada = await signUpAt(svc, 'ada')
    const bytes = await fixture('wav-8.wav')
    const at = await beginUpload(svc, ada, bytes.length)
    // A view of a disk with files open for writing cannot be made read-only, but a second one can:
    // the mounted folder of media.
    const blobs = `${dataDir}/blobs`
    const uploads = `${dataDir}/uploads`
    for (const folder of [blobs, uploads]) {
      mount('--bind', folder, folder)
      expectThat(mount('-o', 'remount,bind,ro', folder), 'the folder could not be closed')
    }
    const answers = [await uploadTrack(svc, ada, bytes), await sendPiece(svc, ada, at, 0, bytes)]
    for (const folder of [blobs, uploads]) Bun.spawnSync(['umount', folder])
    for (const { status, text } of answers) expectThat(status === 503, `a read-only folder: ${status} ${text}`)
    expectThat(svc.printed().includes('may not be written to'), 'nothing of it in the log')
    expectThat((await uploadTrack(svc, ada, bytes)).status === 201, 'it does not go on when it is writable')
  }
  expectThat(mount('-o', 'remount,ro', path), 'the disk could not be closed')
  for (const command of ['serve', 'doctor']) {
    const { exitCode, out, err } = await runProgram([command], { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' })
    // The doctor may read the database where the log of a killed service still lies beside it.
    const isTold = isReadable(err) || (command === 'doctor' && out.includes('need fixing'))
    expectThat(exitCode === 1 && isTold, `${command} on a read-only disk: ${exitCode} ${out} ${err}`)
  }
}

using disk = temporaryFolder()
if (mount('-t', 'tmpfs', '-o', 'size=8m', 'none', disk.path)) {
  try {
    for (const payments of ['off', 'test']) await startOnFullDisk(disk.path, payments)
    await serveReadOnly(disk.path)
  } finally {
    Bun.spawnSync(['umount', '-l', disk.path])
  }
} else console.error('NO RIGHT TO MOUNT: full and read-only disks are NOT TRIED.')
console.log(`${rounds} rounds of damage, ${faults.length} faults`)
for (const fault of faults.slice(0, 20)) console.error(fault)
process.exitCode = faults.length === 0 ? 0 : 1
