import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stdout } from 'node:process'

const memory = '/dev/shm'
const roomBytes = 4e9

// A seventh of the time is spent waiting for a disk, which no test asks for. Soaks and benches use the disk.
const space = existsSync(memory) ? statfsSync(memory) : { bavail: 0, bsize: 0 }
const isRoomy = space.bavail * space.bsize > roomBytes
const folder = mkdtempSync(join(isRoomy ? memory : tmpdir(), 'tapedeck-tests-'))

/** Runs all tests on both cores and ends in one line that people and CI can read: `N passed, N failed, N skipped`. */
const bun = process.execPath
// One more at a time than there are cores: somebody always waits for a browser or a timer. What a file imports stays for
// the next: a sixth of the time.
const flags = ['--parallel=3', '--no-isolate', '--timeout=30000']
const tests = Bun.spawn([bun, 'test', ...flags, ...Bun.argv.slice(2)], {
  env: { ...Bun.env, TMPDIR: folder },
  stdin: 'ignore',
  stdout: 'pipe',
  stderr: 'pipe',
})

// Ended early, the folder goes all the same: what lies in memory stays there until somebody takes it away.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => tests.kill(signal))

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
rmSync(folder, { recursive: true, force: true })
const count = (word: string) => Number(new RegExp(`^ *(\\d+) ${word}`, 'm').exec(output)?.[1] ?? 0)
const [passed, failed, skipped] = [count('pass'), count('fail'), count('skip')]
const broke = failed === 0 && (exitCode !== 0 || passed === 0) ? 1 : 0
console.log(`${passed} passed, ${failed + broke} failed, ${skipped} skipped`)
process.exit(exitCode === 0 && failed + broke === 0 ? 0 : 1)
