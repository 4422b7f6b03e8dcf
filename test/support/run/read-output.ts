/** The result that `bun test` writes to its second stream, where no test's console.log goes. */
export type Outcome = {
  passed: number
  failed: number
  skipped: number
  /** The files that ran, by the path that is printed above their tests. */
  ran: ReadonlySet<string>
  /** The files with a failed test, in the order of their failures. */
  failedFiles: readonly string[]
  /**
   * Whether every failure is a test with a name. A file that could not be loaded, a worker that was
   * killed and a hook that throws have none: of them nobody knows which tests never ran.
   */
  isEachNamed: boolean
  /** How many files this part of a shared run has. */
  sharded: number | undefined
}

const named = /^\(fail\) (?!\(unnamed\))(?! *\[)/
const unnamed = /^# Unhandled error between tests$|^✗ .*\(worker crashed|^\(fail\) \(unnamed\)/m

/** Reads what was printed. Counts are those of the summary at its end. */
export function readOutput(output: string): Outcome {
  const count = (word: string) => Number([...output.matchAll(new RegExp(`^ *(\\d+) ${word}`, 'gm'))].at(-1)?.[1] ?? 0)
  const ran = new Set<string>()
  const failedFiles = new Set<string>()
  let file = ''
  let fails = 0
  for (const line of output.split('\n')) {
    file = /^(\S+\.test\.tsx?):$|^✗ (\S+) \(worker crashed/.exec(line)?.slice(1).find(Boolean) ?? file
    if (file !== '') ran.add(file)
    // Then all failures are listed once more.
    if (/^\d+ tests? failed:$/.test(line)) break
    if (!named.test(line)) continue
    failedFiles.add(file)
    fails += 1
  }
  const failed = count('fail')
  const sharded = /^--shard=\S+ running (\d+)\/\d+ test files?$/m.exec(output)?.[1]
  return {
    passed: count('pass'),
    failed,
    skipped: count('skip'),
    ran,
    failedFiles: [...failedFiles],
    isEachNamed: failed > 0 && fails === failed && count('error') === 0 && !unnamed.test(output),
    sharded: sharded === undefined ? undefined : Number(sharded),
  }
}

const mostLines = 120
const withoutTest = /^# Unhandled error between tests\n-+\n[\s\S]*?^-+$|^✗ .*\(worker crashed.*$/gm

/**
 * Returns the errors of failed tests, of files that could not be loaded and of killed workers, each
 * cut after some lines: in the whole output they are hard to find.
 */
export function errorsOf(output: string): string {
  const errors: string[] = output.match(withoutTest) ?? []
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
