import { say } from '../../../lib/language/say.ts'
import type { Media } from '../../parts/tape-view.ts'

type BadgesProps = { artist: Media['artist']; flags: Media['profileFlags'] }

export function Badges({ artist, flags }: BadgesProps) {
  const badges = [
    { is: artist.verified, kind: 'verified', text: say('Verified artist') },
    { is: flags.noAi, kind: 'human', text: say('No AI: made by people') },
    { is: flags.ai, kind: 'machine', text: say('Made with AI') },
  ].filter(({ is }) => is)
  if (badges.length === 0) return null
  return (
    <ul class="badges" aria-label={say('Badges')}>
      {badges.map(({ kind, text }) => (
        <li key={kind} class={kind}>
          {text}
        </li>
      ))}
    </ul>
  )
}
