import { say } from '../../../lib/language/say.ts'
import type { Check } from '../../../platform/check.ts'
import { searchIndexesOf } from '../../../platform/kept-sums.ts'
import { differing, repairKinds } from './sums.ts'

/** Checks that all that people search for is in the search indexes. The fix adds what is not. */
export const searchCheck: Check = {
  name: 'search',
  place: 100,
  look(ctx) {
    const rows = searchIndexesOf(ctx).reduce((sum, kind) => sum + differing(ctx, kind).length, 0)
    if (rows === 0) return {}
    return {
      problem: say('search does not find {rows, plural, one {# thing} other {# things}} that is here', { rows }),
      fix: say('tapedeck doctor --fix adds them to the index'),
    }
  },
  fix: (ctx) => repairKinds(ctx, searchIndexesOf(ctx)),
}
