import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { say } from '../../src/lib/language/say.ts'
import { announce } from '../lib/announce.ts'
import { api } from '../lib/api.ts'
import { inParts } from '../lib/in-parts.tsx'
import { takePress } from '../lib/pending-press.ts'
import { refusedPress } from '../lib/refused-press.ts'

export type FollowProps = {
  slug: string
  artist: string
  following: boolean
  followers: number
}

/** Follows the artist, or stops following. It changes at once, and back when the server refuses. */
export default function Follow({ slug, artist, ...now }: FollowProps) {
  const shown = useSignal(now)
  useEffect(() => {
    shown.value = now
  }, [now.following, now.followers])
  const { following, followers } = shown.value
  const pressed = `follow ${slug}`
  useEffect(() => {
    if (takePress(pressed) && !now.following) void press()
  }, [])
  const press = async () => {
    const before = shown.value
    shown.value = { following: !following, followers: followers + (following ? -1 : 1) }
    const at = api.casset({ slug })
    const { error } = await (following ? at.follow.delete() : at.activity.post({ type: 'follow' }))
    if (!error) return announce(keyText(!following, artist).replaceAll(/<.*?>/g, ''))
    shown.value = before
    refusedPress(error, pressed)
  }
  return (
    <>
      <button type="button" class={following ? 'key down needs-js' : 'key needs-js'} onClick={() => void press()}>
        {inParts(keyText(following, artist), { span: (text) => <span class="sr">{text}</span> })}
      </button>
      <Followers count={followers} />
    </>
  )
}

const keyText = (following: boolean, artist: string) =>
  following ? say('Following<span> {artist}</span>', { artist }) : say('Follow<span> {artist}</span>', { artist })

/** The number of an artist's followers, unless it is zero. */
export const Followers = ({ count }: { count: number }) =>
  count > 0 ? (
    <span class="mono followers">
      {say('{followers, plural, one {# follower} other {# followers}}', { followers: count })}
    </span>
  ) : null
