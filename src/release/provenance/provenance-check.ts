import { say } from '../../lib/language/say.ts'
import type { Check } from '../../platform/check.ts'
import { brokenEvents, type EventFault } from './check-chains.ts'

const mostNamed = 10

const moreText = (events: number): string =>
  say('and {events, plural, one {# more event} other {# more events}}', { events })

type Of = { releaseId: string; sequence: string }

const whyTexts: Readonly<Record<EventFault, (of: Of) => string>> = {
  'was altered': (of) => say('event {sequence} of release {releaseId} was altered', of),
  'is not in its place': (of) => say('event {sequence} of release {releaseId} is not in its place', of),
  'does not continue the one before': (of) =>
    say('event {sequence} of release {releaseId} does not continue the one before', of),
  'is not in the log': (of) => say('event {sequence} of release {releaseId} is not in the log', of),
}

/** See rule: altered-events. */
export const provenanceCheck: Check = {
  name: 'provenance',
  place: 230,
  look(ctx) {
    const broken = [...brokenEvents(ctx)]
    if (broken.length === 0) return {}
    const named = broken
      .slice(0, mostNamed)
      .map(({ releaseId, sequence, why }) => whyTexts[why]({ releaseId, sequence: `${sequence}` }))
    const more = broken.length > mostNamed ? [moreText(broken.length - mostNamed)] : []
    return {
      problem: [...named, ...more].join('; '),
      fix: say('the database file was changed by hand: restore the newest backup, and keep this one'),
    }
  },
}
