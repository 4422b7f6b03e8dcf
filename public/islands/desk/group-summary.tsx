import { say } from '../../../src/lib/language/say.ts'
import type { DeskSetting, SiteNote } from '../../../src/operate/desk/model.ts'
import { nameOfGroup } from './name-of-group.ts'
import { WhereSet } from './where-set.tsx'

type GroupProps = { group: DeskSetting['group']; notes: readonly SiteNote[] }

const worstOf = (notes: readonly SiteNote[]) => notes.find(({ state }) => state === 'bad') ?? notes[0]

/** The name of a part of the desk, and by a lamp how the site is doing with what is set there. */
export function GroupSummary({ group, notes }: GroupProps) {
  const worst = worstOf(notes)
  const isBad = worst?.state === 'bad'
  return (
    <summary>
      <span class="group-state">
        <span>{nameOfGroup(group)}</span>
        {worst && (
          <span class="lamp" data-lit={worst.state === 'good' || undefined} data-bad={isBad || undefined}>
            <span>
              {isBad && <span class="sr">{say('not well')}: </span>}
              {worst.text}
            </span>
          </span>
        )}
      </span>
    </summary>
  )
}

/** Says what can be done about it, and shows all other notes. */
export function GroupNotes({ notes }: Pick<GroupProps, 'notes'>) {
  const worst = worstOf(notes)
  if (!worst) return null
  return (
    <>
      {worst.fix !== null && <p class="hint">{worst.fix}</p>}
      <WhereSet groups={worst.elsewhere} />
      {notes
        .filter((each) => each !== worst)
        .map(({ title, text }) => (
          <p key={title} class="hint">
            <b>{title}</b>: {text}
          </p>
        ))}
    </>
  )
}
