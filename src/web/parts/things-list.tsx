import { kindText } from '../../operate/moderation/decision-text.ts'
import type { ListedThing } from '../../operate/moderation/things-at.ts'

type ThingsListProps = { things: readonly ListedThing[]; path: '/report' | '/desk/decide' }

/** The things on a page, to choose the one that a report or a decision is about. */
export const ThingsList = ({ things, path }: ThingsListProps) => (
  <ul class="rows decisions">
    {things.map(({ kind, id, title }) => (
      <li key={id}>
        <p>
          <a href={`${path}?of=${kind}:${id}`} dir="auto">
            {title}
          </a>{' '}
          ({kindText()[kind]})
        </p>
      </li>
    ))}
  </ul>
)
