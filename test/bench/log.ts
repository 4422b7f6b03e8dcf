import { inTransaction } from '../../db/commits.ts'
import { closeDb } from '../../db/open.ts'
import { sha256 } from '../../src/lib/hash/sha256.ts'
import { appendEntry } from '../../src/release/transparency-log/append-entry.ts'
import { readAnchor } from '../../src/release/transparency-log/read-anchor.ts'
import { signCheckpoint } from '../../src/release/transparency-log/sign-checkpoint.ts'
import { measured, p99Row } from './measured.ts'
import { openFolder } from './open-folder.ts'
import { scratchFolder } from './program.ts'
import type { Row } from './report.ts'

const entries = 1_000_000
const atOnce = 20_000
const tries = 2_000

/** Measures appending to a log of a million entries, and proving that an entry is in it. */
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
  const proofs = Array.from({ length: tries }, (_, n) => measured(() => readAnchor(ctx, (n * 499_979) % entries)))
  const appends = Array.from({ length: tries }, () => measured(() => inTransaction(ctx.db, append)))
  closeDb(ctx.db)
  return [
    p99Row(`a log of ${entries} entries: inclusion proof`, proofs, 2),
    p99Row(`a log of ${entries} entries: append, each a commit of its own`, appends, 1),
  ]
}
