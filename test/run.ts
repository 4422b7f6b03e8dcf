import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stdout } from 'node:process'
import { compileExecutable } from '../src/build.ts'
import { fetchMissingTools } from './support/fetch-tools.ts'

/** Runs all tests on both cores and ends in one line that people and CI can read: `N passed, N failed, N skipped`. */
const memory = '/dev/shm'
const roomBytes = 4e9

// A seventh of the time is spent waiting for a disk, which no test asks for. Soaks and benches use the disk.
const space = existsSync(memory) ? statfsSync(memory) : { bavail: 0, bsize: 0 }
const isRoomy = space.bavail * space.bsize > roomBytes
const folder = mkdtempSync(join(isRoomy ? memory : tmpdir(), 'tapedeck-tests-'))

// Ended early, the folder goes all the same: what lies in memory stays there until somebody takes it away.
let tests: Bun.Subprocess<'ignore', 'pipe', 'pipe'> | undefined
const clear = () => rmSync(folder, { recursive: true, force: true })
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    if (tests) return tests.kill(signal)
    clear()
    process.exit(1)
  })
}

// Compiled once for all who need it, as users get it: a child starts in half the time that it takes from the sources.
const files = Bun.argv.slice(2)
const TAPEDECK_EXECUTABLE = files.length === 0 ? join(folder, 'tapedeck') : undefined
await Promise.all([fetchMissingTools(), TAPEDECK_EXECUTABLE !== undefined && compileExecutable(TAPEDECK_EXECUTABLE)])

// One more at a time than there are cores: somebody always waits for a browser or a timer. What a file imports stays for
// the next: a sixth of the time.
const flags = ['--parallel=3', '--no-isolate', '--timeout=30000']
tests = Bun.spawn([process.execPath, 'test', ...flags, ...files], {
  env: { ...Bun.env, TMPDIR: folder, TAPEDECK_EXECUTABLE },
  stdin: 'ignore',
  stdout: 'pipe',
  stderr: 'pipe',
})

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

const output = (await Promise.all([relay(tests.stdout), relay(tests.stderr)])).join('\n')
const exitCode = await tests.exited
clear()
const count = (word: string) => Number(new RegExp(`^ *(\\d+) ${word}`, 'm').exec(output)?.[1] ?? 0)
const [passed, failed, skipped] = [count('pass'), count('fail'), count('skip')]
const broke = failed === 0 && (exitCode !== 0 || passed === 0) ? 1 : 0
console.log(`${passed} passed, ${failed + broke} failed, ${skipped} skipped`)
process.exit(exitCode === 0 && failed + broke === 0 ? 0 : 1)
