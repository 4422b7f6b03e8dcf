import { useSignal } from '@preact/signals'
import { say } from '../../../src/lib/language/say.ts'
import { commentReasons } from '../../../src/lib/music/comment-reasons.ts'
import { splitSlug } from '../../../src/lib/text/slug.ts'
import { announce } from '../../lib/announce.ts'
import { api } from '../../lib/api.ts'
import { AskDialog } from '../../lib/ask-dialog.tsx'
import { Said } from '../../lib/said.tsx'
import { troubleOf } from '../../lib/trouble.ts'
import type { Comment } from '../../room/message.ts'
import { applyMessage, type RoomStore } from '../../room/room-store.ts'
import type { RoomView, RoomViewer } from './room.tsx'

type CommentMenuProps = { comment: Comment; room: RoomStore; view: RoomView; viewer: RoomViewer }
type Refused = { error: { value: unknown } | null }

export function CommentMenu({ comment: { id, author }, room, view: { tape }, viewer }: CommentMenuProps) {
  const said = useSignal('')
  const isAsking = useSignal(false)
  const removing = useSignal<string | null>(null)
  const slug = tape.handle
  const isOwn = author.handle === viewer.handle
  const mayRemove = isOwn || viewer.isModerator
  const mayQuieten = viewer.isModerator && !isOwn && author.handle !== splitSlug(slug).handle

  const act = async (done: string, call: () => Promise<Refused>) => {
    const { error } = await call()
    said.value = error ? troubleOf(error).text : done
    return error === null
  }
  const comments = () => api.casset({ slug }).comments({ id })
  const remove = async () => {
    const { error } = await comments().delete()
    return error && troubleOf(error)
  }
  const member = () => api.casset({ slug }).room.members({ handle: author.handle })
  const report = (reason: string) => {
    isAsking.value = false
    void act(say('Thanks, reported. The artist will look at it.'), () => comments().report.post({ reason }))
  }
  return (
    <details
      class="comment-menu needs-js"
      onToggle={({ currentTarget }) => {
        // The feed scrolls and cuts off anything that overflows.
        if (currentTarget.open) currentTarget.querySelector('div')?.scrollIntoView({ block: 'nearest' })
      }}
    >
      <summary aria-label={say('What to do about the comment of {displayName}', { displayName: author.displayName })}>
        ⋯
      </summary>
      <div>
        {mayRemove && (
          <button
            type="button"
            onClick={() => {
              removing.value = id
            }}
          >
            {say('Remove')}
          </button>
        )}
        {mayQuieten && (
          <>
            <button type="button" onClick={() => void act(say('Muted'), () => member().put({ muted: true }))}>
              {say('Mute {displayName}', { displayName: author.displayName })}
            </button>
            <button type="button" onClick={() => void act(say('Banned'), () => member().put({ banned: true }))}>
              {say('Ban {displayName}', { displayName: author.displayName })}
            </button>
          </>
        )}
        {!isOwn && (
          <button
            type="button"
            aria-expanded={isAsking.value}
            onClick={() => {
              isAsking.value = !isAsking.value
            }}
          >
            {say('Report to the artist')}
          </button>
        )}
        {isAsking.value && <Reasons onPick={report} />}
        {!isOwn && (
          <a class="to-studio" href={`/report?of=comment:${id}`}>
            {say('Report to the site')}
          </a>
        )}
        {viewer.studioPath !== null && (
          <a class="to-studio" href={viewer.studioPath}>
            {say('Moderate the room')}
          </a>
        )}
        <Said>{said}</Said>
        <AskDialog
          about={removing}
          title={() => say('Remove this comment?')}
          keep={say('Cancel')}
          go={say('Remove')}
          act={remove}
          after={() => {
            announce(say('Removed ## a comment'))
            applyMessage(room, { event: 'remove', data: { commentId: id } })
          }}
        >
          {() => <p>{say('Its text is erased, for everybody and for good.')}</p>}
        </AskDialog>
      </div>
    </details>
  )
}

const Reasons = ({ onPick }: { onPick: (reason: string) => void }) => (
  <ul aria-label={say('Why?')}>
    {commentReasons().map(({ reason, text }) => (
      <li key={reason}>
        <button type="button" onClick={() => onPick(reason)}>
          {text}
        </button>
      </li>
    ))}
  </ul>
)
