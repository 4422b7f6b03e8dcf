import { kindText } from '../../operate/moderation/decision-text.ts'
import type { ListedThing } from '../../operate/moderation/things-at.ts'

type ThingsListProps = { things: readonly ListedThing[]; path: '/report' | '/desk/decide' }

export const ThingsList = ({ things, path }: ThingsListProps) => (
  <ul class="rows decisions">
    {things.map(({ kind, id, title, picture }) => (
      <li key={id}>
        <p>
          {picture !== undefined && <img class="pictured" src={picture} alt="" width="32" height="32" loading="lazy" />}
          <a href={`${path}?of=${kind}:${id}`} dir="auto">
            {title}
          </a>{' '}
          ({kindText()[kind]})
        </p>
      </li>
    ))}
  </ul>
)
