import { say } from '../../../../src/lib/language/say.ts'
import type { ListName, NextPages } from './moderation.tsx'

export const More = ({ list, next }: { list: ListName; next: NextPages }) => {
  const cursor = next[list]
  if (cursor === null) return null
  return (
    <p class="acts">
      <a class="key" href={`?${new URLSearchParams({ [list]: cursor })}`}>
        {say('Show more')}
      </a>
    </p>
  )
}
