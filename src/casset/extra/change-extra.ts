import { eq } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { extras } from '../../../db/schema/casset/extra.ts'
import type { Ctx } from '../../context.ts'
import { invalid, notFound } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { type Extra, listedExtras } from '../access/held-extra.ts'
import { cleanExtraName } from './add-extra.ts'
import type { ExtraPatch } from './model.ts'
import { ownExtra } from './own-extra.ts'

/** Renames a file of the caller's casset, or moves it. Throws VALIDATION, and as `ownExtra`. */
export function changeExtra(ctx: Ctx, author: Viewer, id: string, { name, position }: ExtraPatch): Extra {
  const clean = name === undefined ? undefined : readName(name)
  return inTransaction(ctx.db, () => {
    const { cassetId } = ownExtra(ctx, id, author)
    if (clean !== undefined) ctx.db.update(extras).set({ name: clean }).where(eq(extras.id, id)).run()
    if (position !== undefined) {
      const others = listedExtras(ctx, cassetId).flatMap((each) => (each.id === id ? [] : each.id))
      numberExtras(ctx, others.toSpliced(position - 1, 0, id))
    }
    const changed = listedExtras(ctx, cassetId).find((each) => each.id === id)
    if (!changed) throw notFound('file')
    return changed
  })
}

function readName(written: string): string {
  const name = cleanExtraName(written)
  if (name === '') throw invalid('name', say('Enter a name with at least one visible character.'))
  return name
}

/** Numbers files 1, 2, 3, … in the order given. */
export function numberExtras({ db }: Ctx, ids: readonly string[]): void {
  for (const [index, id] of ids.entries()) {
    db.update(extras)
      .set({ position: index + 1 })
      .where(eq(extras.id, id))
      .run()
  }
}
