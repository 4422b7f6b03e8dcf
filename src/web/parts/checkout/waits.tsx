import CountdownIsland from '../../../../public/islands/preorder/countdown.tsx'
import { waitsText } from '../../../../public/lib/waits-text.tsx'
import { isShownTo, worldById } from '../../../casset/access/visible-casset.ts'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import type { Viewer } from '../../../platform/http/session/session.ts'
import { openingCalendarPath } from '../../../shop/preorder/opening-calendar.ts'
import { waitingFor } from '../../../shop/purchase/waiting.ts'
import { island } from '../../document/island.tsx'

export const Countdown = island('preorder/countdown', CountdownIsland)

/** The hour that holders of a preorder wait for, on a page (rule: preorder-waits). */
export type Waiting = {
  hour: string
  hasOpen: boolean
  opensAt: string
  nowMs: number
  calendar: string | null
}

/** Returns until when a casset is not open; null for one that is. */
export function waitingOf(ctx: Ctx, cassetId: string, viewer: Viewer | null): Waiting | null {
  const waiting = waitingFor(ctx, cassetId)
  const world = waiting ? worldById(ctx, cassetId) : undefined
  if (!waiting || !world) return null
  return {
    ...waiting,
    opensAt: new Date(waiting.opensAt).toISOString(),
    nowMs: ctx.now(),
    calendar: isShownTo(world, viewer) ? openingCalendarPath(world.artist.handle) : null,
  }
}

/** The hour, how long it is until then, and a file for calendars. */
export const Waits = ({ waiting }: { waiting: Waiting }) => (
  <>
    <p>{waitsText(waiting)}</p>
    <Countdown opensAt={waiting.opensAt} nowMs={waiting.nowMs} calendar={waiting.calendar} />
  </>
)

/** Where the download will be: nothing of it is open yet. */
export const DownloadLater = () => (
  <div class="row downloads">
    <button type="button" class="key" disabled>
      {say('Download')}
    </button>
    <span class="fine-print needs-js">{say('When it opens, this page turns the key on automatically.')}</span>
  </div>
)
