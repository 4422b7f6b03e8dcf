import { say } from '../../../src/lib/language/say.ts'
import type { DeskSetting } from '../../../src/operate/desk/model.ts'
import { nameOfGroup } from './name-of-group.ts'

/** Says where at the desk a setting is that a sentence calls by its environment variable. */
export const WhereSet = ({ groups }: { groups: readonly DeskSetting['group'][] }) =>
  groups.length === 0 ? null : (
    <p class="hint">
      {say('Set it under:')}{' '}
      {groups.map((group, place) => (
        <>
          {place > 0 && ', '}
          <a href={`/desk#${group.toLowerCase()}`}>{nameOfGroup(group)}</a>
        </>
      ))}
    </p>
  )
