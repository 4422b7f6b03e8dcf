import { say } from '../../../lib/language/say.ts'
import { dayMs } from '../../../lib/time/calendar.ts'
import type { Check } from '../../../platform/check.ts'
import { clockMovedAt } from '../../../platform/settled-clock.ts'

/** Tells of a clock that was set far ahead or back within the last day. */
export const clockCheck: Check = {
  name: 'clock',
  place: 300,
  look(ctx) {
    const movedMs = clockMovedAt(ctx)
    if (movedMs === undefined) return {}
    const until = new Date(movedMs + dayMs).toISOString().slice(0, 10)
    return {
      note: say(
        'it was set far ahead or back, or the program did not run for long, so nothing old is deleted before {until}',
        { until },
      ),
      fix: say('the clock says {now}; if that is wrong, set it, for example by timedatectl set-ntp true', {
        now: new Date(ctx.now()).toISOString(),
      }),
    }
  },
}
