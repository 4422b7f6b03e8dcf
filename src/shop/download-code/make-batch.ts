import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { NoRow, rawStatement } from '../../../db/prepared.ts'
import { codeBatches } from '../../../db/schema/shop/download-code.ts'
import { cleanLine } from '../../account/clean-text.ts'
import { ownCasset } from '../../casset/casset.ts'
import type { Ctx } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { numberText } from '../../lib/language/formats.ts'
import { say } from '../../lib/language/say.ts'
import { csvLine, toCsv } from '../../lib/text/csv.ts'
import { groupedCode, hashOfCode, newCode } from '../../lib/text/spell-code.ts'
import { readIsoTime } from '../../lib/time/iso-time.ts'
import { createPace } from '../../lib/turn/pace.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { refuseFullDisk } from '../../platform/storage/keep-free.ts'
import { readBatch } from './list-batches.ts'
import type { MadeBatch, NewBatch } from './model.ts'

const mostUnused = 100_000

/**
 * Creates download codes for a casset. Only this answer contains them; the database keeps their
 * hashes. Throws NOT_FOUND, FORBIDDEN, VALIDATION, BAD_STATE for more codes than a casset may have,
 * UNAVAILABLE when the disk is full.
 */
export async function makeBatch(ctx: Ctx, author: Viewer, asked: NewBatch): Promise<MadeBatch> {
  const label = cleanLine(asked.label)
  if (label === '') throw invalid('label', say('Enter a label for the codes.'))
  const expiresAt = readExpiry(ctx, asked.expiresAt ?? null)
  const casset = ownCasset(ctx, asked.cassetId, author)
  refuseFullDisk(ctx)
  const pace = createPace(ctx.monotonicMs)
  const spelled: { code: string; hash: string }[] = []
  while (spelled.length < asked.count) {
    const code = newCode(ctx.random)
    spelled.push({ code, hash: hashOfCode(code) })
    await pace()
  }
  const batchId = ctx.uuid()
  const batch = inTransaction(ctx.db, () => {
    refuseManyUnused(ctx, casset.id, asked.count)
    const row = { id: batchId, cassetId: casset.id, label, expiresAt, createdAt: ctx.now() }
    ctx.db.insert(codeBatches).values(row).run()
    addCodes(
      ctx,
      batchId,
      spelled.map(({ hash }) => hash),
    )
    return readBatch(ctx, batchId)
  })
  if (!batch) throw new Error('The new batch was not found.')
  let csv = toCsv([['Code', 'Link', 'Casset', 'Label', 'Expires']])
  for (const { code } of spelled) {
    const grouped = groupedCode(code)
    const link = `${ctx.site.origin}/redeem?code=${grouped}`
    csv += csvLine([grouped, link, casset.name, label, batch.expiresAt ?? ''])
    await pace()
  }
  return { batch, csv }
}

function readExpiry(ctx: Ctx, asked: string | null): number | null {
  if (asked === null) return null
  const at = readIsoTime(asked)
  if (at === undefined) throw invalid('expiresAt', '"expiresAt" must be a time like 2026-12-31T23:59:59Z.')
  if (at <= ctx.now()) throw invalid('expiresAt', say('The expiry date is in the past.'))
  return at
}

// Raw: a list as a table. Each statement of its own would take five times as long, since a trigger
// counts the rows.
const add = rawStatement<typeof NoRow, [string, string]>(
  NoRow,
  'INSERT INTO codes (code_hash, batch_id) SELECT value, ? FROM json_each(?)',
)

/** Stores the codes of a batch by their hashes. Called in its transaction. */
export function addCodes({ db }: Ctx, batchId: string, hashes: readonly string[]): void {
  add(db).run(batchId, JSON.stringify(hashes))
}

function countUnused({ db, now }: Ctx, cassetId: string): number {
  const { revokedAt, expiresAt, redeemed } = codeBatches
  const isValid = and(isNull(revokedAt), or(isNull(expiresAt), gt(expiresAt, now())))
  const row = db
    .select({ unused: sql<number>`total(${codeBatches.codes} - ${redeemed})` })
    .from(codeBatches)
    .where(and(eq(codeBatches.cassetId, cassetId), isValid))
    .get()
  return row?.unused ?? 0
}

/** Throws BAD_STATE when a casset would have more unused codes than it may have. */
export function refuseManyUnused(ctx: Ctx, cassetId: string, more: number): void {
  if (countUnused(ctx, cassetId) + more <= mostUnused) return
  const hint = say('Hand out the codes that you have, or revoke some batches.')
  throw new AppError(
    'BAD_STATE',
    say('A casset can have at most {codes} unused codes.', { codes: numberText(mostUnused) }),
    {
      hint,
    },
  )
}
