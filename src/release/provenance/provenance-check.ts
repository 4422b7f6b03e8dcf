import { count } from '../../lib/count.ts'
import type { Check } from '../../platform/check.ts'
import { brokenEvents } from './check-chains.ts'

const mostNamed = 10

/** Checks that every event of every release is unchanged, in its place, and in the log. */
export const provenanceCheck: Check = {
  name: 'provenance',
  look(ctx) {
    const broken = [...brokenEvents(ctx)]
    if (broken.length === 0) return {}
    const named = broken
      .slice(0, mostNamed)
      .map(({ releaseId, sequence, why }) => `event ${sequence} of release ${releaseId} ${why}`)
    const more = broken.length > mostNamed ? [`and ${count(broken.length - mostNamed, 'more event')}`] : []
    return {
      problem: [...named, ...more].join('; '),
      fix: 'the database file was changed by hand: restore the newest backup, and keep this one',
    }
  },
}
