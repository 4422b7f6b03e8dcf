import { stdout } from 'node:process'

/** Runs all tests on both cores and ends in one line that people and CI can read: `N passed, N failed, N skipped`. */
const bun = process.execPath
const tests = Bun.spawn([bun, 'test', '--parallel=2', '--timeout=30000', ...Bun.argv.slice(2)], {
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
const count = (word: string) => Number(new RegExp(`^ *(\\d+) ${word}`, 'm').exec(output)?.[1] ?? 0)
const [passed, failed, skipped] = [count('pass'), count('fail'), count('skip')]
const broke = failed === 0 && (exitCode !== 0 || passed === 0) ? 1 : 0
console.log(`${passed} passed, ${failed + broke} failed, ${skipped} skipped`)
process.exit(exitCode === 0 && failed + broke === 0 ? 0 : 1)
