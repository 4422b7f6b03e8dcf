import { say } from '../../../../src/lib/language/say.ts'
import type { ListName, NextPages } from './moderation.tsx'

/** The link to the next page of a list, unless this is its last one. */
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
