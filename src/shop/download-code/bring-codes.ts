import { eq } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { codeBatches, codes } from '../../../db/schema/shop/download-code.ts'
import { cleanLine } from '../../account/clean-text.ts'
import type { Ctx } from '../../context.ts'
import { cutText } from '../../lib/text/code-points.ts'
import { longest } from '../../lib/text/longest.ts'
import { hashOfCode, readCode, readCodeOfElsewhere } from '../../lib/text/spell-code.ts'
import { addCodes, refuseManyUnused } from './make-batch.ts'
import { readGivenCodes } from './read-given-codes.ts'

/** A tape that codes may be for, by all its names; null while it is only planned. */
export type TapeOfCodes = { cassetId: string | null; name: string; names: readonly string[] }

export type CodePlan = {
  batches: { tape: TapeOfCodes; hashes: string[] }[]
  left: { line: number; why: string }[]
  known: number
}

const plain = (text: string): string => cleanLine(text.normalize('NFKC')).toLowerCase()

/**
 * Returns what becomes of a file of codes that were given out elsewhere, and changes nothing
 * (rule: codes-of-elsewhere). `usual`: the tape of those that name none.
 */
export function planCodes(ctx: Ctx, text: string, tapes: readonly TapeOfCodes[], usual: string | undefined): CodePlan {
  const given = readGivenCodes(text)
  const byTape = new Map<TapeOfCodes, Set<string>>()
  const left = [...given.left]
  const [only] = tapes
  let known = 0
  for (const { line, code, tape } of given.codes) {
    const named = tape ?? usual
    const fitting =
      named === undefined
        ? tapes.length === 1
          ? only
          : undefined
        : tapes.find(({ names }) => names.map(plain).includes(plain(named)))
    const hash = hashOfCode(readCode(code) ?? readCodeOfElsewhere(code) ?? '')
    const holder = holderOf(ctx, hash)
    if (!fitting)
      left.push({
        line,
        why:
          named === undefined
            ? 'for no tape: name one with --tape'
            : `for “${cleanLine(named)}”, which is no tape here`,
      })
    else if (holder !== undefined && holder === fitting.cassetId) known += 1
    else if (holder !== undefined) left.push({ line, why: 'a code that gives another tape already' })
    else byTape.set(fitting, (byTape.get(fitting) ?? new Set()).add(hash))
  }
  return { batches: [...byTape].map(([tape, hashes]) => ({ tape, hashes: [...hashes] })), left, known }
}

const holderOf = ({ db }: Ctx, hash: string): string | undefined =>
  db
    .select({ cassetId: codeBatches.cassetId })
    .from(codes)
    .innerJoin(codeBatches, eq(codeBatches.id, codes.batchId))
    .where(eq(codes.codeHash, hash))
    .get()?.cassetId

/**
 * Makes the planned codes redeemable, once each: a batch for each tape, named after their file.
 * Returns how many. Throws BAD_STATE for more codes than a casset may have; then none of them are.
 */
export function bringCodes(ctx: Ctx, { batches }: CodePlan, label: string): number {
  return inTransaction(ctx.db, () => {
    let came = 0
    for (const { tape, hashes } of batches) {
      if (tape.cassetId === null) continue
      refuseManyUnused(ctx, tape.cassetId, hashes.length)
      const batch = {
        id: ctx.uuid(),
        cassetId: tape.cassetId,
        label: cutText(cleanLine(label), longest.batchLabel),
        createdAt: ctx.now(),
      }
      ctx.db.insert(codeBatches).values(batch).run()
      addCodes(ctx, batch.id, hashes)
      came += hashes.length
    }
    return came
  })
}
