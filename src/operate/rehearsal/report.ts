import type { Recorded } from './recorder.ts'

export type Finding = {
  step: string
  expected: string
  seen: string
  verdict: 'as expected' | 'differs' | 'not tried'
}

export type Report = {
  readonly findings: readonly Finding[]
  compare(step: string, expected: string, seen: string): void
  /** Records what could not be tried, and why. */
  skip(step: string, why: string): void
}

/** Returns an empty report; `tell` receives each finding at once. */
export function createReport(tell: (finding: Finding) => void = () => {}): Report {
  const findings: Finding[] = []
  const add = (finding: Finding) => {
    findings.push(finding)
    tell(finding)
  }
  return {
    findings,
    compare: (step, expected, seen) =>
      add({ step, expected, seen, verdict: seen === expected ? 'as expected' : 'differs' }),
    skip: (step, why) => add({ step, expected: '', seen: why, verdict: 'not tried' }),
  }
}

const columns = ['step', 'expected', 'seen', 'verdict'] as const

/** Returns the findings as a table for the terminal; expected results are not repeated. */
export function renderFindings(findings: readonly Finding[]): string {
  const rows = findings.map((one) => ({ ...one, seen: one.verdict === 'as expected' ? 'the same' : one.seen }))
  const all = [{ step: 'STEP', expected: 'EXPECTED', seen: 'SEEN', verdict: 'VERDICT' }, ...rows]
  const width = (name: (typeof columns)[number]) => Math.max(...all.map((row) => row[name].length))
  const lines = all.map((row) =>
    columns
      .map((name) => row[name].padEnd(width(name)))
      .join('  ')
      .trimEnd(),
  )
  const count = (verdict: Finding['verdict']) => findings.filter((one) => one.verdict === verdict).length
  const differing = count('differs')
  const verdict =
    differing === 0
      ? 'Stripe answered as this program expects.'
      : differing === 1
        ? 'One differs.'
        : `${differing} of them differ.`
  return [...lines, '', `${count('as expected')} as expected, ${count('not tried')} not tried. ${verdict}`].join('\n')
}

export const reportFile = (about: object, findings: readonly Finding[], recorded: readonly Recorded[]): string =>
  `${JSON.stringify({ ...about, findings, recorded }, null, 1)}\n`
