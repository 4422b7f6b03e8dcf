import { eq } from 'drizzle-orm'
import { emojis } from '../../db/schema/checkout.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { endings } from './emoji-url.ts'

/** An emoji's picture by the name of its file. Nothing else that is stored answers to its hash. Throws NOT_FOUND. */
export function findPicture(ctx: Ctx, file: string) {
  const [sha256 = ''] = file.split('.')
  const row = ctx.db.select().from(emojis).where(eq(emojis.sha256, sha256)).get()
  if (!row || file !== `${sha256}.${endings[row.contentType]}`) throw notFound('picture')
  return row
}
