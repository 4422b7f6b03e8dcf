import type { Ctx } from '../context.ts'
import type { Viewer } from '../http/session.ts'
import type { Storage } from './model.ts'
import { quotaOf, usedBytes } from './usage.ts'
import { usageWords } from './usage-words.ts'

/** Returns the viewer's stored bytes and quota. */
export function readStorage(ctx: Ctx, { userId }: Viewer): Storage {
  const bytes = usedBytes(ctx, userId)
  const quotaBytes = quotaOf(ctx, userId)
  return { bytes, quotaBytes, words: usageWords(bytes, quotaBytes) }
}
