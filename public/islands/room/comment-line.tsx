import { inEachLanguage } from '../../../src/lib/language/formats.ts'
import { say } from '../../../src/lib/language/say.ts'
import { splitSlug } from '../../../src/lib/text/slug.ts'
import { dayMs } from '../../../src/lib/time/calendar.ts'
import { clock } from '../../lib/clock.ts'
import { play } from '../../player/engine.ts'
import type { Comment } from '../../room/message.ts'
import type { RoomStore } from '../../room/room-store.ts'
import { CommentMenu } from './comment-menu.tsx'
import type { RoomView } from './room.tsx'
import { RoomText } from './room-text.tsx'

const timeOfDay = inEachLanguage((locale) => new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' }))
const day = inEachLanguage((locale) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }))

export function CommentLine({ comment, room, view }: { comment: Comment; room: RoomStore; view: RoomView }) {
  const { author, text, writesIn, emojiIds, createdAt } = comment
  return (
    <article>
      <img src={author.pfp} alt="" width="36" height="36" loading="lazy" decoding="async" />
      <div>
        <p class="by">
          <a href={`/@${author.handle}`} dir="auto">
            {author.displayName}
          </a>{' '}
          {author.handle === splitSlug(view.tape.handle).handle && (
            <span class="role">{say('artist ## beside a name: who made the music')}</span>
          )}{' '}
          <Moment comment={comment} view={view} /> <time dateTime={createdAt}>{whenText(createdAt)}</time>
        </p>
        <RoomText text={text} lang={writesIn} emojiIds={emojiIds} emojis={view.emojis} />
      </div>
      {view.viewer && <CommentMenu comment={comment} room={room} view={view} viewer={view.viewer} />}
    </article>
  )
}

function Moment({ comment: { hookId, atSec }, view: { tracks, cues } }: { comment: Comment; view: RoomView }) {
  const track = tracks.find((one) => one.hookId === hookId)
  if (!track) return null
  const place = cues.findIndex(({ id }) => id === track.id)
  const trackSec = atSec ?? track.hookStartSec
  return (
    <button type="button" class="moment needs-js" onClick={() => play(cues, place, { trackSec })}>
      <span class="sr">{say('Play')} </span>
      {atSec === null ? track.title : `${track.title} ${clock(atSec)}`}
    </button>
  )
}

function whenText(iso: string): string {
  const at = new Date(iso)
  return Date.now() - at.getTime() < dayMs ? timeOfDay().format(at) : day().format(at)
}
