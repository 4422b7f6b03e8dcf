import type { Static } from '@sinclair/typebox'
import { Type as t } from '@sinclair/typebox'
import { invalid } from '../../../errors.ts'
import { say } from '../../../lib/language/say.ts'

export const EmojiType = t.Union([t.Literal('image/png'), t.Literal('image/webp'), t.Literal('image/gif')])

export type EmojiType = Static<typeof EmojiType>

const maxBytes = 262_144

/** Throws VALIDATION for a file larger than an emoji may be. */
export function refuseHeavy(bytes: number): void {
  if (bytes > maxBytes) throw invalid('assetId', say('An emoji can have at most 256 KB.'))
}
