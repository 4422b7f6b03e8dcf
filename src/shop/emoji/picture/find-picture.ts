import { and, eq, isNull } from 'drizzle-orm'
import { emojis } from '../../../../db/schema/shop/emoji.ts'
import type { Ctx } from '../../../context.ts'
import { notFound } from '../../../errors.ts'
import { endings } from './emoji-url.ts'

/** Finds emoji only that are not taken down, no other stored file. Throws NOT_FOUND. */
export function findPicture(ctx: Ctx, file: string) {
  const [sha256 = ''] = file.split('.')
  const isShown = and(eq(emojis.sha256, sha256), isNull(emojis.takenDown))
  const row = ctx.db.select().from(emojis).where(isShown).get()
  if (!row || file !== `${sha256}.${endings[row.contentType]}`) throw notFound('picture')
  return row
}
