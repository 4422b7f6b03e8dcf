import { eq } from 'drizzle-orm'
import { extras } from '../../../db/schema/casset/extra.ts'
import type { Ctx } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { mostExtraBytes, mostExtras } from '../../lib/file/extra-formats.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { readStorage } from '../../platform/storage/usage.ts'
import { type Extra, listedExtras } from '../access/held-extra.ts'
import { ownCasset } from '../casset.ts'
import type { OwnExtra, OwnExtras } from './model.ts'
import { toExtra } from './shape.ts'

/** Throws NOT_FOUND when absent or taken off its casset, FORBIDDEN when another's. */
export function ownExtra(ctx: Ctx, id: string, author: Viewer): Extra {
  const extra = ctx.db.select().from(extras).where(eq(extras.id, id)).get()
  if (!extra || extra.withdrawnAt !== null) throw notFound('file')
  ownCasset(ctx, extra.cassetId, author)
  return extra
}

export const toOwnExtra = (row: Extra): OwnExtra => ({
  ...toExtra(row),
  hasPreview: row.previewBytes === null ? null : row.previewSha256 !== null,
  createdAt: new Date(row.createdAt).toISOString(),
})

/** Returns what comes with a casset of the caller's. Throws as `ownCasset` does. */
export function readOwnExtras(ctx: Ctx, author: Viewer, cassetId: string): OwnExtras {
  const { id } = ownCasset(ctx, cassetId, author)
  const storage = readStorage(ctx, author)
  return {
    extras: listedExtras(ctx, id).map(toOwnExtra),
    most: mostExtras,
    mostBytes: mostExtraBytes,
    mostFileBytes: Math.min(mostExtraBytes, ctx.config.maxUploadBytes),
    storage: storage.quotaBytes === null ? null : storage.words,
  }
}
