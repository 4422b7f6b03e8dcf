import { endDigests, isDigestKey } from '../../../account/notification/end-digests.ts'
import { artistOfKey, endByKey } from '../../../audience/letter/end-letters.ts'
import { endByQuestion } from '../../../audience/opt-in/complain.ts'
import { askedBy } from '../../../audience/opt-in/confirm-opt-in.ts'
import { endTelling, wishedOfKey } from '../../../audience/wish/end-telling.ts'
import type { Ctx } from '../../../context.ts'

/** The emails that a key ends: an artist's news, those about a casset's price, or digests. */
export type Ends = { artist: string } | { casset: string } | 'digests'

/** Returns what a key of an email ends; undefined for one that we did not write. */
export function endsOfKey(ctx: Ctx, key: string): Ends | undefined {
  const artist = artistOfKey(ctx, key) ?? askedBy(ctx, key)?.artist.displayName
  if (artist !== undefined) return { artist }
  const casset = wishedOfKey(ctx, key)
  if (casset !== undefined) return { casset }
  return isDigestKey(ctx, key) ? 'digests' : undefined
}

/** Returns whether we wrote the key. Repeating it changes nothing. */
export const endEmailsOf = (ctx: Ctx, key: string): boolean =>
  endByKey(ctx, key) || endByQuestion(ctx, key) || endTelling(ctx, key) || endDigests(ctx, key)
