import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'

/**
 * Throws BAD_STATE for a track that a preorder has not opened yet, even for its artist (rule:
 * preorders). `field` names it.
 */
export function refuseClosed({ closed }: { closed: boolean }, field: 'trackId' | 'hookId'): void {
  if (!closed) return
  throw new AppError('BAD_STATE', say('This track is not open yet.'), {
    field,
    hint: say('It can be shared once the casset that it is on has opened.'),
  })
}
