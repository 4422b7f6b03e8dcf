import { useComputed } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { say } from '../../../src/lib/language/say.ts'
import { priceTag } from '../../../src/lib/money/money.ts'
import { gap } from '../../../src/lib/text/gap.ts'
import type { RoomStore } from '../../room/room-store.ts'
import { CommentLine } from './comment-line.tsx'
import { type FeedItem, feedItems } from './feed-items.ts'
import { isAloud, setAloud, useReadAloud } from './read-aloud.ts'
import type { RoomView } from './room.tsx'
import { RoomText } from './room-text.tsx'

// A reader who has scrolled up is not pulled away.
const nearEndPx = 120

type LineProps = { room: RoomStore; view: RoomView }
type FeedProps = LineProps & { boughtToday: number }

function boughtText(people: number): string {
  return say('{people, plural, one {One person} other {# people}} got this today.', { people })
}

export function Feed({ room, view, boughtToday }: FeedProps) {
  const list = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const titles = new Map(view.tracks.map(({ id, title }) => [id, title]))
  const items = useComputed(() => feedItems(room.comments.value, room.tips.value, room.activity.value, titles)).value
  useReadAloud(items, view.viewer?.handle)
  const last = items.at(-1)
  const seen = useRef(last?.key)
  useLayoutEffect(() => {
    const { current } = list
    const isOwn = last?.kind === 'comment' && last.comment.author.handle === view.viewer?.handle
    const hasWritten = isOwn && last.key !== seen.current
    seen.current = last?.key
    if (current && (isAtEnd.current || hasWritten)) current.scrollTop = current.scrollHeight
    // On a phone the field covers the end of the feed.
    if (hasWritten) current?.querySelector('ol > :last-child')?.scrollIntoView({ block: 'nearest' })
  }, [last?.key])
  const watch = ({ currentTarget: { scrollTop, clientHeight, scrollHeight } }: { currentTarget: HTMLElement }) => {
    isAtEnd.current = scrollHeight - scrollTop - clientHeight < nearEndPx
  }
  if (items.length === 0) {
    return (
      <p class="empty">
        {boughtToday > 0 && boughtText(boughtToday) + gap()}
        {say('Nobody has said anything yet. Press play and write the first line.')}
      </p>
    )
  }
  return (
    <>
      <label class="switch aloud needs-js">
        <input
          type="checkbox"
          checked={isAloud.value}
          onChange={({ currentTarget: { checked } }) => setAloud(checked)}
        />
        {say('Read new comments aloud')}
      </label>
      <div ref={list} class="feed" role="log" aria-live="off" aria-label={say('Comments')} onScroll={watch}>
        {boughtToday > 0 && <p class="hand">{boughtText(boughtToday)}</p>}
        <ol>
          {items.map((item) => (
            <li key={item.key} class={item.kind}>
              <Line item={item} room={room} view={view} />
            </li>
          ))}
        </ol>
      </div>
    </>
  )
}

function Line({ item, room, view }: LineProps & { item: FeedItem }) {
  if (item.kind === 'comment') return <CommentLine comment={item.comment} room={room} view={view} />
  if (item.kind === 'activity') {
    return <p class="hand">{item.text}</p>
  }
  const { author, amount, message, emojiIds } = item.tip
  return (
    <>
      <p class="hand">
        {say('{displayName} left a tip of {amount}', { displayName: author.displayName, amount: priceTag(amount) })}
      </p>
      {message !== null && <RoomText text={message} emojiIds={emojiIds} emojis={view.emojis} />}
    </>
  )
}
