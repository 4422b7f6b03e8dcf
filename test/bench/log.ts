import { inTransaction } from '../../db/commits.ts'
import { closeDb } from '../../db/open.ts'
import { sha256 } from '../../src/lib/sha256.ts'
import { appendEntry } from '../../src/transparency-log/append-entry.ts'
import { readAnchor } from '../../src/transparency-log/read-anchor.ts'
import { signCheckpoint } from '../../src/transparency-log/sign-checkpoint.ts'
import { medianOf } from './median.ts'
import { openFolder } from './open-folder.ts'
import { scratchFolder } from './program.ts'
import { atMost, type Row } from './report.ts'

const entries = 1_000_000
const atOnce = 20_000
const tries = 2_000

/** What one in a hundred exceeded. */
export const p99Of = (figures: readonly number[]): number =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length * 0.99)] ?? 0

/** Milliseconds of processor and of the clock: what others take of the core is nothing of ours. */
function timed(act: () => void): { cpuMs: number; ms: number } {
  const from = performance.now()
  const before = process.cpuUsage()
  act()
  const { user, system } = process.cpuUsage(before)
  return { cpuMs: (user + system) / 1000, ms: performance.now() - from }
}

/** A log of a million entries: appending another one, and proving that one is in it. */
export async function measureLog(): Promise<Row[]> {
  using folder = scratchFolder()
  const ctx = await openFolder(folder.path)
  let last = new Uint8Array(32)
  const append = () => {
    last = new Uint8Array(sha256(last))
    appendEntry(ctx, last)
  }
  for (let done = 0; done < entries; done += atOnce) {
    inTransaction(ctx.db, () => {
      for (let n = 0; n < atOnce; n += 1) append()
    })
  }
  inTransaction(ctx.db, () => signCheckpoint(ctx, entries))
  const proofs = Array.from({ length: tries }, (_, n) => timed(() => readAnchor(ctx, (n * 499_979) % entries)))
  const appends = Array.from({ length: tries }, () => timed(() => inTransaction(ctx.db, append)))
  closeDb(ctx.db)
  const row = (what: string, found: typeof proofs, mostMs: number) => {
    const note = `median ${medianOf(found.map(({ ms }) => ms)).toFixed(2)} ms by the clock`
    return atMost(
      `a log of ${entries} entries: ${what}, p99 of processor`,
      p99Of(found.map(({ cpuMs }) => cpuMs)),
      mostMs,
      'ms',
      note,
    )
  }
  return [row('inclusion proof', proofs, 2), row('append, each a commit of its own', appends, 1)]
}
