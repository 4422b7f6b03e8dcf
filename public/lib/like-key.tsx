import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { say } from '../../src/lib/language/say.ts'
import { Icon } from './icon.tsx'
import { takePress } from './pending-press.ts'
import { refusedPress } from './refused-press.ts'

export type Likes = { liked: boolean; likes: number }

type Answer = { data: Likes; error: null } | { data: null; error: { status: unknown; value: unknown } }

type LikeKeyProps = Likes & {
  of: string
  id: string
  send: (liked: boolean) => Promise<Answer>
}

/** The heart changes at once, and back when the server refuses; signed out it leads to sign-in. */
export function LikeKey({ of, id, liked, likes, send }: LikeKeyProps) {
  const shown = useSignal<Likes>({ liked, likes })
  const newest = useSignal(0)
  useEffect(() => {
    shown.value = { liked, likes }
  }, [liked, likes])
  const pressed = `like ${id}`
  useEffect(() => {
    if (takePress(pressed) && !liked) void press()
  }, [])
  const press = async () => {
    const before = shown.value
    const wanted = !before.liked
    shown.value = { liked: wanted, likes: before.likes + (wanted ? 1 : -1) }
    newest.value += 1
    const turn = newest.value
    const { data, error } = await send(wanted)
    // A visitor who pressed again in the meantime wants something else now.
    if (turn !== newest.value) return
    shown.value = data ?? before
    if (error) refusedPress(error, pressed)
  }
  const { value } = shown
  return (
    <button type="button" class="quiet like needs-js" aria-pressed={value.liked} onClick={() => void press()}>
      <Icon name={value.liked ? 'heart' : 'unliked'} />
      {value.likes > 0 && (
        <span class="mono" aria-hidden="true">
          {value.likes}
        </span>
      )}
      <span class="sr">
        {value.likes > 0
          ? say('Like {of}, {likes, plural, one {# like} other {# likes}}', { of, likes: value.likes })
          : say('Like {of}, no likes yet', { of })}
      </span>
    </button>
  )
}
