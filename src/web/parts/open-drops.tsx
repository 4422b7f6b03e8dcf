import { Day } from '../../../public/lib/day.tsx'
import { inParts } from '../../../public/lib/in-parts.tsx'
import type { OpenDrop } from '../../drop/view/list-drops.ts'
import { say } from '../../lib/language/say.ts'
import { sumText } from '../../lib/money/money.ts'
import { listText } from '../../lib/text/join-names.ts'

type OpenDropsProps = { drops: readonly OpenDrop[]; hooks: readonly { hookId: string; title: string }[] }

export function OpenDrops({ drops, hooks }: OpenDropsProps) {
  const titles = new Map(hooks.map(({ hookId, title }) => [hookId, title]))
  return drops.map(({ id, title, hookId, endsAt, prize }) => (
    <p key={id} class="notice open-drop">
      <span>
        {prize.length > 0 && <b>{say('{sums} to win', { sums: listText(prize.map(sumText)) })} · </b>}
        {inParts(say('Make a clip of “<bdi>{title}</bdi>” by <day></day>.', { title: titles.get(hookId) ?? title }), {
          bdi: (text) => <bdi>{text}</bdi>,
          day: () => <Day iso={endsAt} />,
        })}
      </span>
      <a class="key" href={`/drops/${id}`}>
        {say('See the drop')}
      </a>
    </p>
  ))
}
