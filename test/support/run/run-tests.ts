import { normalize } from 'node:path'
import { errorsOf, readOutput } from './read-output.ts'

/** A skipped test, and a file that passed only when it was tried again. */
export const allRefusals = ['skipped', 'second-try'] as const

type Refusal = (typeof allRefusals)[number]

export type TestRun = {
  cwd: string
  env: Record<string, string | undefined>
  /** Options of `bun test` for the first try. */
  flags: readonly string[]
  /** Options of it for each try. */
  limit: readonly string[]
  /** Files, or parts of their paths, that the caller asks for, and further options. */
  args: readonly string[]
  /** Whether `*.long.test.ts` are part of it; files that were asked for always are. */
  isAll: boolean
  /** The outcomes that fail the run besides a failed test. */
  refuses: readonly Refusal[]
  /** Ends the run early. */
  signal: AbortSignal
  print: (text: string) => void
}

const mostAgain = 3
const long = '.long.test.ts'

/**
 * Runs the tests and prints how many passed, failed and were skipped, as its last line. Returns
 * whether everything that was asked for ran, and passed.
 *
 * The few files with failed tests of a whole run are tried again by themselves, and named in the
 * last line when they pass then. Nothing is tried again, and the run fails, when a file did not run
 * to its end: it could not be loaded, its worker was killed, or it is on the list and never ran.
 */
export async function runTests(run: TestRun): Promise<boolean> {
  const { args, print } = run
  const asked = args.filter((arg) => !arg.startsWith('-'))
  const leftOut = run.isAll || asked.length > 0 ? [] : [`--path-ignore-patterns=**/*${long}`]
  const { output, exitCode } = await tryOnce(run, [...run.flags, ...leftOut, ...args])
  const first = readOutput(output)
  const missing = args.includes('-t') ? [] : await findMissing(run, asked, first)
  const say = (passed: number, failed: number, end = '') =>
    print(`${passed} passed, ${failed} failed, ${first.skipped} skipped${end}\n`)
  /** Says that nothing failed. Returns whether the run is fine. */
  const sayPassed = (again: readonly string[] = []) => {
    const refusals = refusalsOf(run, first.skipped, again)
    for (const each of refusals) print(`${each}\n`)
    const tries = first.failed === 1 ? 'its second try' : 'their second try'
    say(first.passed, 0, again.length === 0 ? '' : `, ${first.failed} passed at ${tries}: ${again.join(', ')}`)
    return refusals.length === 0
  }
  if (exitCode === 0 && missing.length === 0 && first.passed > 0) return sayPassed()
  print(`${errorsOf(output)}\n`)
  for (const each of missing) print(`Did not run: ${each}\n`)
  const { failedFiles, isEachNamed } = first
  const isFew = failedFiles.length <= mostAgain
  if (asked.length === 0 && isFew && isEachNamed && missing.length === 0 && !run.signal.aborted) {
    const again = await tryOnce(
      run,
      failedFiles.map((file) => `./${file}`),
    )
    const second = readOutput(again.output)
    if (again.exitCode === 0 && failedFiles.every((file) => second.ran.has(file))) return sayPassed(failedFiles)
    print(`${errorsOf(again.output)}\n`)
  }
  say(first.passed, Math.max(first.failed + missing.length, 1))
  return false
}

/** Returns why a run is refused in which nothing failed in the end. */
function refusalsOf({ refuses }: TestRun, skipped: number, again: readonly string[]): string[] {
  const tried = refuses.includes('second-try') ? again : []
  return [
    ...(skipped > 0 && refuses.includes('skipped')
      ? ['Refused, as a test was skipped: something that it needs is missing.']
      : []),
    ...tried.map((file) => `Refused, as ${file} passed only at its second try: it has a fault that shows under load.`),
  ]
}

/** Returns what should have run and did not: files, or of a shared run how many. */
async function findMissing({ cwd, isAll }: TestRun, asked: readonly string[], outcome: ReturnType<typeof readOutput>) {
  const { ran, sharded } = outcome
  if (sharded !== undefined) return ran.size < sharded ? [`${sharded - ran.size} of the ${sharded} files here`] : []
  const found = await Array.fromAsync(new Bun.Glob('test/**/*.test.{ts,tsx}').scan(cwd))
  const all = found.filter((path) => !path.includes('node_modules'))
  const wanted = asked.flatMap((arg) => {
    const matching = all.filter((path) => path.includes(normalize(arg)))
    return matching.length > 0 ? matching : [arg]
  })
  const whole = all.filter((path) => isAll || !path.endsWith(long))
  return (asked.length === 0 ? whole : wanted).filter((path) => !ran.has(path)).toSorted()
}

/** Runs `bun test` once, and returns its exit code and what it printed of the tests. */
async function tryOnce({ cwd, env, limit, signal, print }: TestRun, options: readonly string[]) {
  const command = [process.execPath, 'test', ...limit, ...options]
  const tests = Bun.spawn(command, { cwd, env, signal, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
  const [, output] = await Promise.all([relay(tests.stdout, print), relay(tests.stderr, print)])
  return { output, exitCode: await tests.exited }
}

/** Passes the output on as it comes and keeps it for reading. */
async function relay(stream: ReadableStream<Uint8Array>, print: (text: string) => void): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const piece of stream) {
    const said = decoder.decode(piece, { stream: true })
    print(said)
    text += said
  }
  return text
}
