import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stdout } from 'node:process'
import { compileExecutable } from '../src/platform/build/build.ts'
import { readyClient } from '../src/platform/build/ready-client.ts'
import { fetchMissingTools } from './support/fetch-tools.ts'
import { testLimitMs } from './support/limits.ts'
import { allRefusals, runTests } from './support/run/run-tests.ts'

/**
 * Runs the tests on both cores and ends in one line that people and CI can read: `N passed, N
 * failed, N skipped`, and which files passed only when they were tried again. Files that kill,
 * restore, fail over or upgrade the program, or walk what takes minutes, are named `*.long.test.ts`
 * and run with `--all`. A skipped test fails the run with `--refuse=skipped`, one that passed only
 * at its second try with `--refuse=second-try`; both are named with a comma between them.
 */
const refuse = '--refuse='
const named =
  Bun.argv
    .find((arg) => arg.startsWith(refuse))
    ?.slice(refuse.length)
    .split(',') ?? []
const refuses = allRefusals.filter((each) => named.includes(each))
if (refuses.length < named.length) throw new Error(`${refuse} takes ${allRefusals.join(' and ')}.`)

const memory = '/dev/shm'
const roomBytes = 4e9

// Waiting for a disk would take a seventh of the time, and no test needs one. Soaks and benches use
// the disk.
const space = existsSync(memory) ? statfsSync(memory) : { bavail: 0, bsize: 0 }
const isRoomy = space.bavail * space.bsize > roomBytes
const folder = mkdtempSync(join(isRoomy ? memory : tmpdir(), 'tapedeck-tests-'))
// Commands that give up the rights of root start the executable in it again.
chmodSync(folder, 0o711)

// Ended early, the folder goes all the same: what lies in memory stays there until somebody takes
// it away.
const ending = new AbortController()
let isRunning = false
const clear = () => rmSync(folder, { recursive: true, force: true })
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    if (isRunning) return ending.abort()
    clear()
    process.exit(1)
  })
}

// Compiled once for all who need it, as users get it: a child starts in half the time that it takes
// from the sources. A caller that has built it already names it in the environment. The browser's
// files are bundled with it: else each worker would bundle them, for 20 seconds.
const isAll = Bun.argv.includes('--all')
const args = Bun.argv.slice(2).filter((arg) => !arg.startsWith(refuse) && arg !== '--all')
const files = args.filter((arg) => !arg.startsWith('-'))
const built = Bun.env.TAPEDECK_EXECUTABLE
const compiled = built === undefined && files.length === 0 ? join(folder, 'tapedeck') : undefined
await Promise.all([fetchMissingTools(), compiled === undefined ? readyClient() : compileExecutable(compiled)])

// Two more at a time than there are cores: a third of a test's time is spent waiting for a browser,
// a child or a timer. The imports of a file stay for the next: a sixth of the time. The slowest
// files begin first, so that no core is left with one of them at the end: each whole run writes
// down how long they took here, and `bun run test --update-timings` into the file that is
// committed, for machines without a run of their own and for shards (`--shard=1/2`).
const committed = join(import.meta.dir, 'timings.json')
const build = join(import.meta.dir, '../.build')
mkdirSync(build, { recursive: true })
const isWhole = files.length === 0 && !args.some((arg) => /^--(?:shard|update-timings)|^-t/.test(arg))
const timings = isWhole ? [join(build, 'timings.json'), committed] : [committed]
const parallel = `--parallel=${navigator.hardwareConcurrency + 2}`
const flags = [
  parallel,
  '--no-isolate',
  ...timings.map((file) => `--timings=${file}`),
  ...(isWhole ? ['--update-timings'] : []),
]
// The engine's last tier compiles what runs for minutes. Here that was a tenth of the time, and no
// test runs so long. Free memory goes back to the system after 10 ms, and is soon asked for again:
// that was a twentieth. After a second it is not asked for again. Garbage is collected when the
// heap has grown and not by a timer besides, and by the thread that waits for it, as the cores have
// other work: with what test/support/server.ts says of it that was a tenth. From the fifth memory
// of WebAssembly of the fast kind on, each has all garbage collected: 0.2 s for each decoded sound.
const engine = {
  BUN_JSC_useFTLJIT: '0',
  BUN_JSC_useConcurrentGC: '0',
  BUN_JSC_useWasmFastMemory: '0',
  BUN_GC_TIMER_DISABLE: '1',
  MIMALLOC_PURGE_DELAY: '1000',
}
const env = {
  ...Bun.env,
  ...engine,
  TMPDIR: folder,
  TAPEDECK_EXECUTABLE: built ?? compiled,
  TAPEDECK_KEEPS_BROWSER: '1',
}

isRunning = true
const isFine = await runTests({
  cwd: process.cwd(),
  env,
  flags,
  limit: [`--timeout=${testLimitMs}`],
  args,
  isAll,
  refuses,
  signal: ending.signal,
  print: (text) => stdout.write(text),
})
clear()
// `exit` might come before the last line is written.
process.exitCode = isFine ? 0 : 1
