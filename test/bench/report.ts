import { cpus, totalmem } from 'node:os'

/** One line of the results; `reached` is null where there is no goal. */
export type Row = { what: string; figure: string; goal: string; reached: boolean | null }

export const atLeast = (what: string, value: number, goal: number, note = ''): Row => ({
  what,
  figure: `${value.toFixed(2)}${note === '' ? '' : ` (${note})`}`,
  goal: `≥ ${goal.toFixed(2)}`,
  reached: value >= goal,
})

export const atMost = (what: string, value: number, goal: number, unit: string, note = ''): Row => ({
  what,
  figure: `${value.toFixed(value < 10 ? 2 : 0)} ${unit}${note === '' ? '' : ` (${note})`}`,
  goal: `≤ ${goal} ${unit}`,
  reached: value <= goal,
})

const head = '| measured | figure | goal | reached |'
const mark = (reached: Row['reached']) => (reached === null ? '' : reached ? 'yes' : '**no**')

/** The results as a dated table, with the machine named by cores and memory. */
export function renderRows(rows: readonly Row[], date: string): string {
  const machine = `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Bun ${Bun.version}`
  return [
    `## ${date} on ${machine}`,
    '',
    head,
    '|---|---|---|---|',
    ...rows.map(({ what, figure, goal, reached }) => `| ${what} | ${figure} | ${goal} | ${mark(reached)} |`),
    '',
  ].join('\n')
}
