import { say } from '../../../lib/language/say.ts'
import { type CreditedName, creditRoles, gatherCredits, rangesText, roleText } from '../../../lib/music/credits.ts'
import { pagePath } from '../../../lib/text/slug.ts'
import type { Media } from '../../parts/tape-view.ts'

/** How many roles, and names of each, stand on the page of a tape unless all are asked for. */
const shown = 24

/** The value of the page's parameter `credits` that asks for all of them. */
export const allCredits = 'all'

type CreditsSectionProps = { media: Media; isWhole: boolean }

/**
 * The credits of the tape, a line each role. A name that is not on all tracks has the numbers of
 * its own. Of long ones the beginning, with a link to all.
 */
export function CreditsSection({ media: { artist, casset, tracks }, isWhole }: CreditsSectionProps) {
  const credits = gatherCredits(tracks)
  if (credits.length === 0) return null
  const most = isWhole ? Number.POSITIVE_INFINITY : shown
  const isCut = credits.length > most || credits.some(({ names }) => names.length > most)
  const isOwn = (role: string) => !creditRoles().some((each) => each.role === role)
  return (
    <section class="sung" aria-labelledby="credits">
      <h2 id="credits">{say('Credits ## who played, wrote and recorded it')}</h2>
      <ul>
        {credits.slice(0, most).map(({ role, names }) => (
          <li key={role}>
            <bdi class="mono" lang={isOwn(role) ? artist.writesIn : undefined}>
              {roleText(role)}
            </bdi>
            {names.slice(0, most).map((each, at) => (
              <Name key={each.name} {...each} isFirst={at === 0} />
            ))}
            {names.length > most && ' …'}
          </li>
        ))}
      </ul>
      {isCut && (
        <p>
          <a class="key" href={`${pagePath(casset.slug)}?credits=${allCredits}#credits`}>
            {say('Show all credits')}
          </a>
        </p>
      )}
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
