import { readTable, type TableRow } from '../table/read-table.ts'
import { columnOf, type ListColumn, saysOf } from './list-columns.ts'

/** A line of a list that has something in it: the word in it that is an address, or its text. */
export type ListLine = { line: number } & ({ address: string; hasEnded: boolean } | { text: string })

/** A cell of which nobody knows whether it says that its reader ended emails. */
export type UnclearCell = { column: string; cell: string }

/** An answer to it. */
export type ClearedCell = UnclearCell & { ended: boolean }

export type ReadList = { lines: ListLine[]; unclear: UnclearCell[] }

const between = /[\s,;:<>"'()]+/
const isAddress = (word: string) => word.slice(1, -1).includes('@')
const addressIn = (cell: string): string | undefined =>
  cell
    .replace(/^mailto:/i, '')
    .split(between)
    .find(isAddress)

type Heading = { name: string; column: ListColumn }

/**
 * Reads a list of addresses: one a line, `Name <address>`, or a table whose headings decide what
 * says that a reader ended it (rule: lists-of-elsewhere). An address that ended in one line has
 * ended in all. `cleared` answers what was unclear before. `pace` is awaited before each row.
 */
export async function readList(
  text: string,
  cleared: readonly ClearedCell[] = [],
  pace: () => Promise<void> = () => Promise.resolve(),
): Promise<ReadList> {
  const lines: ListLine[] = []
  const unclear = new Map<string, UnclearCell>()
  const ended = new Set<string>()
  const answers = new Map(cleared.map((each) => [keyOf(each), each.ended]))
  let headings: Heading[] = []
  for (const { line, cells } of readTable(text)) {
    await pace()
    const named = headingsOf(cells)
    if (named) {
      headings = named
      continue
    }
    const address = addressOf(headings, cells)
    if (address === undefined) {
      lines.push({ line, text: cells.join(' ').trim() })
      continue
    }
    // Without headings each line may be cut in its own way.
    const words = headings.length > 0 ? cells : cells.flatMap((cell) => cell.split(/[,;\t|]/))
    const says = words.map((cell, index) => {
      const { name, column } = headings[index] ?? { name: '', column: 'none' as const }
      const said = saysOf(column, name, cell)
      if (said !== 'unclear') return said
      const answer = answers.get(keyOf({ column: name, cell }))
      if (answer !== undefined) return answer ? 'ended' : 'goes on'
      unclear.set(keyOf({ column: name, cell }), { column: name, cell })
      return said
    })
    const hasEnded = says.includes('ended')
    if (hasEnded) ended.add(address.toLowerCase())
    lines.push({ line, address, hasEnded })
  }
  const isEnded = (each: ListLine) => 'address' in each && ended.has(each.address.toLowerCase())
  return {
    lines: lines.map((each) => (isEnded(each) ? { ...each, hasEnded: true } : each)),
    unclear: [...unclear.values()],
  }
}

const keyOf = ({ column, cell }: UnclearCell): string => JSON.stringify([column, cell])

/** Undefined for a row that has an address, or no heading that is known. */
function headingsOf(cells: TableRow['cells']): Heading[] | undefined {
  if (cells.some((cell) => addressIn(cell) !== undefined)) return undefined
  const headings = cells.map((name) => ({ name, column: columnOf(name) }))
  const known = headings.filter(({ column }) => column !== 'none')
  // One word alone is no table, unless it is above addresses.
  return known.some(({ column }) => column === 'address') || (cells.length > 1 && known.length > 0)
    ? headings
    : undefined
}

function addressOf(headings: readonly Heading[], cells: readonly string[]): string | undefined {
  const named = cells.find((cell, index) => headings[index]?.column === 'address' && addressIn(cell) !== undefined)
  return addressIn(named ?? '') ?? cells.map(addressIn).find((each) => each !== undefined)
}
