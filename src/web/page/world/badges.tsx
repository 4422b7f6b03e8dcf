import type { Media } from '../../parts/tape-view.ts'

type BadgesProps = { artist: Media['artist']; flags: Media['profileFlags'] }

/** The page's badges, drawn as stamped stickers. */
export function Badges({ artist, flags }: BadgesProps) {
  const badges = [
    { is: artist.verified, kind: 'verified', text: 'Verified artist' },
    { is: flags.noAi, kind: 'human', text: 'No AI: made by people' },
    { is: flags.ai, kind: 'machine', text: 'Made with AI' },
  ].filter(({ is }) => is)
  if (badges.length === 0) return null
  return (
    <ul class="badges" aria-label="Badges">
      {badges.map(({ kind, text }) => (
        <li key={kind} class={kind}>
          {text}
        </li>
      ))}
    </ul>
  )
}
