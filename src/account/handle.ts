import { eq } from 'drizzle-orm'
import { artists } from '../../db/schema/account.ts'
import type { Ctx } from '../context.ts'
import { handlePattern } from '../lib/handle.ts'
import { reservedHandles } from './reserved-handles.ts'

/** Whether a text could be a handle at all (rule 3.1). */
export const isHandle = (text: string): boolean => handlePattern.test(text)

/** Returns whether a handle is neither taken nor reserved. */
export function isHandleFree(ctx: Ctx, handle: string): boolean {
  if (reservedHandles.has(handle)) return false
  return !ctx.db.select({ id: artists.id }).from(artists).where(eq(artists.handle, handle)).get()
}
