import { type CreditedName, creditRoles, gatherCredits, rangesText, roleText } from '../../../lib/credits.ts'
import { say } from '../../../lib/language/say.ts'
import type { Media } from '../../parts/tape-view.ts'

/**
 * The credits of the tape, a line each role. A name that is not on all tracks has the numbers of
 * its own.
 */
export function CreditsSection({ media: { artist, tracks } }: { media: Media }) {
  const credits = gatherCredits(tracks)
  if (credits.length === 0) return null
  const isOwn = (role: string) => !creditRoles().some((each) => each.role === role)
  return (
    <section class="sung" aria-labelledby="credits">
      <h2 id="credits">{say('Credits ## who played, wrote and recorded it')}</h2>
      <ul>
        {credits.map(({ role, names }) => (
          <li key={role}>
            <bdi class="mono" lang={isOwn(role) ? artist.writesIn : undefined}>
              {roleText(role)}
            </bdi>
            {names.map((each, at) => (
              <Name key={each.name} {...each} isFirst={at === 0} />
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}

const Name = ({ name, tracks, isFirst }: CreditedName & { isFirst: boolean }) => (
  <>
    {isFirst ? ' ' : ' · '}
    <b>
      <bdi>{name}</bdi>
    </b>
    {tracks.length > 0 &&
      ` (${say('{count, plural, one {track {numbers}} other {tracks {numbers}}} ## of a tape, by their numbers', {
        count: tracks.length,
        numbers: rangesText(tracks),
      })})`}
  </>
)
