import { Day } from '../../../public/lib/day.tsx'
import type { OpenDrop } from '../../drop/view/list-drops.ts'
import { sumText } from '../../lib/money.ts'

type OpenDropsProps = { drops: readonly OpenDrop[]; hooks: readonly { hookId: string; title: string }[] }

/** The drops that accept clips of a casset's hooks now. */
export function OpenDrops({ drops, hooks }: OpenDropsProps) {
  const titles = new Map(hooks.map(({ hookId, title }) => [hookId, title]))
  return drops.map(({ id, title, hookId, endsAt, prize }) => (
    <p key={id} class="notice open-drop">
      <span>
        {prize.length > 0 && <b>{prize.map(sumText).join(' and ')} to win. </b>}
        Make a clip of “<bdi>{titles.get(hookId) ?? title}</bdi>” by <Day iso={endsAt} />.
      </span>
      <a class="key" href={`/drops/${id}`}>
        See the drop
      </a>
    </p>
  ))
}
