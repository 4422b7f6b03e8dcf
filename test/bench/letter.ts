// `bun test/bench/letter.ts [READERS] [SECONDS]`: one letter to many: how long queueing takes, the
// processor time of each email, and how long the loop is blocked meanwhile. It measures an
// executable: run from sources, the first email would also wait for the compiler of the mail
// library.
import { join } from 'node:path'
import { closeDb, openDb } from '../../db/open.ts'
import { compileProgram, prepareAssets } from '../../src/platform/build/build.ts'
import { hostTarget } from '../../src/platform/build/release/targets.ts'
import { version } from '../../src/platform/version.ts'
import { inDatabase, writeBigLetter } from '../support/audience/big-letter.ts'
import { scratchFolder, startProgram } from './program.ts'

const readers = Number(Bun.argv[2] ?? 100_000)
const seconds = Number(Bun.argv[3] ?? 30)

const sink = Bun.spawn([process.execPath, join(import.meta.dir, 'letter-sink.ts')], {
  stdout: 'pipe',
  stderr: 'inherit',
})
let said = ''
for await (const piece of sink.stdout.pipeThrough(new TextDecoderStream())) {
  said += piece
  if (said.includes('\n')) break
}

using folder = scratchFolder()
const dataDir = join(folder.path, 'data')
const env = {
  SMTP_URL: `smtp://127.0.0.1:${Number(said)}`,
  MAIL_FROM: 'Tapedeck <deck@music.example>',
  LETTERS_PER_MINUTE: '1000000',
}

const executable = join(folder.path, 'server')
await compileProgram(executable, {
  client: await prepareAssets(),
  built: { version, target: hostTarget, releaseKey: null },
  entry: join(import.meta.dir, 'growth-server.ts'),
})

// The letter is due only once the server has started, so that starting is not measured.
const startMs = 6_000
const emails = Array.from({ length: readers }, (_, index) => `reader${index}@example.com`)
await writeBigLetter(dataDir, env, { emails, dueAt: 0 })
const due = Date.now() + startMs
inDatabase(dataDir, (run) => run("UPDATE jobs SET run_at = ? WHERE kind = 'gather-letter-readers'", due))

await using program = await startProgram([executable], {
  DATA_DIR: dataDir,
  ...env,
})
const told = /told at (\S+)/.exec(program.said)?.[1] ?? ''
const ask = async (): Promise<{ cpuMs: number; longestMs: number }> => (await fetch(told)).json()
const watched = openDb(`${dataDir}/tapedeck.db`)
const state = () => String(watched.$client.query('SELECT state FROM letters').values()[0]?.[0])
const waiting = "SELECT count(*) FROM letter_recipients WHERE state = 'WAITING'"
const left = () => Number(watched.$client.query(waiting).values()[0]?.[0])

await Bun.sleep(due - Date.now() - 50)
await ask()
const begun = performance.now() + 50
while (!['SENDING', 'SENT'].includes(state()) && performance.now() - begun < 60_000) await Bun.sleep(20)
const queuedMs = performance.now() - begun
const queued = await ask()
console.log(
  `${readers} readers queued in ${(queuedMs / 1000).toFixed(2)} s, longest block of the loop ` +
    `${queued.longestMs.toFixed(1)} ms, ${(queued.cpuMs / readers).toFixed(3)} ms of processor each`,
)
const atFirst = left()
const from = performance.now()
let cpuMs = 0
const blocks: number[] = []
while (performance.now() - from < seconds * 1000 && state() !== 'SENT') {
  await Bun.sleep(1000)
  const each = await ask()
  cpuMs += each.cpuMs
  blocks.push(each.longestMs)
}
const sent = atFirst - left()
console.log(
  `${sent} sent in ${((performance.now() - from) / 1000).toFixed(1)} s, longest block of the loop ` +
    `${Math.max(...blocks).toFixed(1)} ms, ${(cpuMs / sent).toFixed(3)} ms of processor each; ` +
    `of each second: ${blocks.map((ms) => ms.toFixed(1)).join(' ')}`,
)
closeDb(watched)
sink.kill()
