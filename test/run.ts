import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stdout } from 'node:process'
import { compileExecutable } from '../src/platform/build/build.ts'
import { readyClient } from '../src/platform/build/ready-client.ts'
import { fetchMissingTools } from './support/fetch-tools.ts'
import { testLimitMs } from './support/limits.ts'

/**
 * Runs all tests on both cores and ends in one line that people and CI can read: `N passed, N
 * failed, N skipped`.
 */
const memory = '/dev/shm'
const roomBytes = 4e9

// A seventh of the time is spent waiting for a disk, which no test asks for. Soaks and benches use
// the disk.
const space = existsSync(memory) ? statfsSync(memory) : { bavail: 0, bsize: 0 }
const isRoomy = space.bavail * space.bsize > roomBytes
const folder = mkdtempSync(join(isRoomy ? memory : tmpdir(), 'tapedeck-tests-'))
// Commands that give up the rights of root start the executable in it again.
chmodSync(folder, 0o711)

// Ended early, the folder goes all the same: what lies in memory stays there until somebody takes
// it away.
let tests: Bun.Subprocess<'ignore', 'pipe', 'pipe'> | undefined
const clear = () => rmSync(folder, { recursive: true, force: true })
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    if (tests) return tests.kill(signal)
    clear()
    process.exit(1)
  })
}

// Compiled once for all who need it, as users get it: a child starts in half the time that it takes
// from the sources. A caller that has built it already names it in the environment. The browser's
// files are bundled with it: else each worker would bundle them, for 20 seconds.
const args = Bun.argv.slice(2)
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
  `--timeout=${testLimitMs}`,
  ...timings.map((file) => `--timings=${file}`),
  ...(isWhole ? ['--update-timings'] : []),
]
// The engine's last tier compiles what runs for minutes. Here that was a tenth of the time, and no
// test runs so long. Free memory goes back to the system after 10 ms, and is soon asked for again:
// that was a twentieth. After a second it is not asked for again. Garbage is collected when the
// heap has grown and not by a timer besides, and by the thread that waits for it, as the cores have
// other work: with what test/support/server.ts says of it that was a tenth.
const engine = {
  BUN_JSC_useFTLJIT: '0',
  BUN_JSC_useConcurrentGC: '0',
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

/** Runs `bun test`, and returns what it printed, its exit code and its counts. */
async function run(options: readonly string[]) {
  tests = Bun.spawn([process.execPath, 'test', ...options], { env, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
  const output = (await Promise.all([relay(tests.stdout), relay(tests.stderr)])).join('\n')
  const exitCode = await tests.exited
  const count = (word: string) => Number(new RegExp(`^ *(\\d+) ${word}`, 'm').exec(output)?.[1] ?? 0)
  return { output, exitCode, passed: count('pass'), failed: count('fail'), skipped: count('skip') }
}

/** Passes the output on as it comes and keeps it for counting. */
async function relay(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const piece of stream) {
    stdout.write(piece)
    text += decoder.decode(piece, { stream: true })
  }
  return text
}

const mostLines = 120
const unloaded = /^# Unhandled error between tests\n-+\n[\s\S]*?^-+$/gm

/**
 * Returns the errors of failed tests, and of files that could not be loaded, each cut after some
 * lines: in the whole output they are hard to find.
 */
function errorsOf(output: string): string {
  const errors: string[] = output.match(unloaded) ?? []
  let lines: string[] = []
  for (const line of output.split('\n')) {
    const isEnd = /^\((pass|skip|todo)\)|\.test\.ts:$/.test(line)
    lines = isEnd ? [] : [...lines, line]
    if (!line.startsWith('(fail)')) continue
    if (lines.length > 1) errors.push([...lines.slice(0, -1).slice(0, mostLines), line].join('\n'))
    lines = []
  }
  return errors.join('\n')
}

/** Returns the files of failed tests. */
function failedFiles(output: string): string[] {
  const found = new Set<string>()
  let file = ''
  for (const line of output.split('\n')) {
    file = /^(test\/\S+\.test\.ts):$/.exec(line)?.[1] ?? file
    if (line.startsWith('(fail)')) found.add(file)
    // Then all failures are listed once more.
    if (/^\d+ tests? failed:$/.test(line)) break
  }
  return [...found]
}

const mostAgain = 3

/**
 * Returns whether the few files with failed tests of a whole run pass by themselves, and says so:
 * what fails under load alone is told, and stops nobody.
 */
async function passAlone(output: string): Promise<boolean> {
  const again = files.length === 0 ? failedFiles(output) : []
  if (again.length === 0 || again.length > mostAgain) return false
  console.log(errorsOf(output))
  const { exitCode } = await run([`--timeout=${testLimitMs}`, ...again])
  if (exitCode === 0) console.log(`Failed among all tests, and passed by themselves: ${again.join(', ')}`)
  return exitCode === 0
}

const { output, exitCode, passed, failed, skipped } = await run([...flags, ...args])
const isFine = passed > 0 && (exitCode === 0 || (await passAlone(output)))
clear()
if (!isFine) console.log(errorsOf(output))
const [pass, fail] = isFine ? [passed + failed, 0] : [passed, Math.max(failed, 1)]
console.log(`${pass} passed, ${fail} failed, ${skipped} skipped`)
process.exit(isFine ? 0 : 1)
