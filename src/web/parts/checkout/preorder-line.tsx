import { say } from '../../../lib/language/say.ts'
import { gap } from '../../../lib/text/gap.ts'
import { spokenHour } from '../../../lib/time/spoken-hour.ts'
import { closedTracksOf, type Media } from '../tape-view.ts'

/** Returns how many tracks of a preorder everybody hears, and how many it has. */
export function openTracksOf(media: Media): { open: number; all: number } {
  const { tracks, casset } = media
  if (!('openTrackIds' in casset)) {
    return { open: tracks.length, all: tracks.length + closedTracksOf(media).length }
  }
  const open = new Set(casset.openTrackIds)
  return { open: tracks.filter(({ id }) => open.has(id)).length, all: tracks.length }
}

export function PreorderLine({ media, nowMs }: { media: Media; nowMs: number }) {
  const { opensAt, opensZone = 'UTC' } = media.casset
  if (opensAt === undefined) return null
  const { open, all } = openTracksOf(media)
  return (
    <p>
      <b>
        {say('A preorder: it opens {hour} ({opensZone}).', {
          hour: spokenHour(Date.parse(opensAt), opensZone, nowMs),
          opensZone,
        })}
      </b>
      {gap()}
      {open === 0
        ? say('Nothing is open before then.')
        : say('Until then you have what is already open: {open} of {tracks, plural, one {# track} other {# tracks}}.', {
            open,
            tracks: all,
          })}
    </p>
  )
}
