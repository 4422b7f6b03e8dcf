import { type Row, renderRows } from './report.ts'

const title = '# Results\n'
const dayMs = 86_400_000
/** A name not measured for so long stays in the history alone: it may have been renamed. */
const summedDays = 7

const cellsOf = (line: string) => line.slice(1, -1).split(' | ')
const isRow = (line: string) => line.startsWith('| ') && !line.startsWith('| measured |')

type Figure = { what: string; figure: string; goal: string; mark: string; date: string }

/** Returns every figure of a history, the newest first. */
const figuresOf = (history: string): Figure[] =>
  history.split(/^(?=## )/m).flatMap((section) => {
    const date = /^## (\d{4}-\d\d-\d\d)/.exec(section)?.[1]
    if (date === undefined) return []
    return section
      .split('\n')
      .filter(isRow)
      .map((line) => {
        const [what = '', figure = '', goal = '', mark = ''] = cellsOf(line).map((cell) => cell.trim())
        return { what, figure, goal, mark, date }
      })
  })

/** Returns a table of the newest figure of each name that has a goal, and the history below it. */
function summarised(history: string): string {
  const all = figuresOf(history).filter(({ goal }) => goal !== '')
  const from = Date.parse(all[0]?.date ?? '') - summedDays * dayMs
  const newest = new Map<string, Figure>()
  for (const one of all) if (Date.parse(one.date) >= from && !newest.has(one.what)) newest.set(one.what, one)
  return [
    title,
    'The newest figure of each thing that has a goal, then all of them as they were measured, the newest first.',
    '',
    '| what | figure | goal | reached | date |',
    '|---|---|---|---|---|',
    ...[...newest.values()].map(
      ({ what, figure, goal, mark, date }) => `| ${what} | ${figure} | ${goal} | ${mark} | ${date} |`,
    ),
    '',
    history,
  ].join('\n')
}

/** Puts the table of new results, which may be none, before those that RESULTS.md had. */
export function withResults(before: string, rows: readonly Row[], date: string): string {
  const history = before.slice(Math.max(0, before.search(/^## /m)))
  return summarised(rows.length === 0 ? history : `${renderRows(rows, date)}\n${history}`)
}
