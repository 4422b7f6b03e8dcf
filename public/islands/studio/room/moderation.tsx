import { useMemo } from 'preact/hooks'
import { SaveLine } from '../../../lib/save-line.tsx'
import { createModeration, type Moderated } from './moderation-state.ts'
import { People } from './people.tsx'
import { Reports } from './reports.tsx'
import { Settings } from './settings.tsx'

export type ListName = 'reports' | 'moderator' | 'muted' | 'banned'

/** The cursor of the next page of each list; null on its last page. */
export type NextPages = Readonly<Record<ListName, string | null>>

export type ModerationProps = Moderated & {
  next: NextPages
  /** The viewer owns the site, and sees the reports of all rooms. */
  isOwner: boolean
}

/** Reports to decide, settings, and people (rule: room-studio). */
export default function Moderation({ next, isOwner, ...begun }: ModerationProps) {
  const state = useMemo(() => createModeration(begun), [])
  return (
    <>
      <Reports state={state} next={next} isOwner={isOwner} />
      <Settings state={state} />
      <People state={state} next={next} />
      <SaveLine />
    </>
  )
}
