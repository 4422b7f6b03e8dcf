import type { ComponentChildren } from 'preact'
import { say } from '../../lib/language/say.ts'

type ShowOlderProps = {
  path: string
  /** Where the next page of the list begins; null on the last page. */
  cursor: string | null
  name?: string
  query?: Record<string, string>
  label?: string
  /** Links that follow it, on the last page too. */
  children?: ComponentChildren
}

/** The links under a list: to its next page, unless this is the last one, and to other pages. */
export function ShowOlder({
  path,
  cursor,
  name = 'cursor',
  query = {},
  label = say('Show older'),
  children,
}: ShowOlderProps) {
  if (cursor === null && children === undefined) return null
  return (
    <p class="acts">
      {cursor !== null && (
        <a class="key" href={`${path}?${new URLSearchParams({ ...query, [name]: cursor })}`}>
          {label}
        </a>
      )}
      {children}
    </p>
  )
}
