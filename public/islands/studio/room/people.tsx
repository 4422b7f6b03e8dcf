import { say } from '../../../../src/lib/language/say.ts'
import type { RoomMember } from '../../../../src/room/moderation/model.ts'
import { announce } from '../../../lib/announce.ts'
import { Field, FormTrouble, SendForm, SendKey } from '../../../lib/field.tsx'
import { focusOn } from '../../../lib/focus-on.ts'
import { textOf, useForm } from '../../../lib/form.ts'
import { MemberRow } from './member-row.tsx'
import type { NextPages } from './moderation.tsx'
import type { ModerationState } from './moderation-state.ts'
import { More } from './more.tsx'

export type MemberStatus = 'moderator' | 'muted' | 'banned'

type Group = {
  status: MemberStatus
  title: string
  empty: string
  takeBack: string
  done: (name: string) => string
}

const groups = (): readonly Group[] => [
  {
    status: 'moderator',
    title: say('Moderators'),
    empty: say('Nobody yet. A friend you trust can moderate the room while you play.'),
    takeBack: say('Remove'),
    done: (name) => say('{name} no longer moderates.', { name }),
  },
  {
    status: 'muted',
    title: say('Muted'),
    empty: say('Nobody is muted.'),
    takeBack: say('Unmute ## a person in a room'),
    done: (name) => say('{name} can write again.', { name }),
  },
  {
    status: 'banned',
    title: say('Banned'),
    empty: say('Nobody is banned.'),
    takeBack: say('Unban'),
    done: (name) => say('{name} can come in again.', { name }),
  },
]

export const People = ({ state, next }: { state: ModerationState; next: NextPages }) => (
  <>
    {groups().map((group) => (
      <section key={group.status} aria-labelledby={group.status}>
        <h2 id={group.status} tabIndex={-1}>
          {group.title}
        </h2>
        <Members group={group} state={state} />
        <More list={group.status} next={next} />
        {group.status === 'moderator' && <NameModerator state={state} />}
      </section>
    ))}
  </>
)

function Members({ group: { status, empty, takeBack, done }, state }: { group: Group; state: ModerationState }) {
  const members = state.members.value.filter((member) => member[status])
  if (members.length === 0) return <p class="hint">{empty}</p>
  const tell = ({ displayName }: RoomMember) => {
    announce(done(displayName))
    focusOn(`#${status}`)
  }
  return (
    <ul class="members">
      {members.map((member) => (
        <MemberRow
          key={member.handle}
          member={member}
          status={status}
          takeBack={takeBack}
          state={state}
          onTakenBack={() => tell(member)}
        />
      ))}
    </ul>
  )
}

/** The form that names a moderator by their handle (rule: moderators). */
function NameModerator({ state }: { state: ModerationState }) {
  const form = useForm('name-moderator')
  const name = async (data: FormData, sheet: HTMLFormElement) => {
    const handle = textOf(data, 'handle').trim().replace(/^@/, '').toLowerCase()
    if (handle === '') return form.refuse('handle', say('Enter the handle of somebody with an account here.'))
    if (form.busy.value) return
    form.busy.value = true
    const trouble = await state.changeMember(handle, { moderator: true })
    form.busy.value = false
    if (trouble) return form.refuse('handle', trouble.text)
    form.trouble.value = null
    sheet.reset()
    announce(say('@{handle} moderates your room now.', { handle }))
  }
  return (
    <SendForm aria-label={say('Add a moderator')} submit={name}>
      <Field
        form={form}
        name="handle"
        label={say('Add a moderator')}
        placeholder="@ada"
        hint={say('By their handle. Moderators can do everything you can in the room, except name others.')}
        autocapitalize="none"
        autocomplete="off"
        spellcheck={false}
        required
        beside={
          <SendKey form={form} label={say('Add ## somebody who moderates, to a list')} busyLabel={say('Adding…')} />
        }
      />
      <FormTrouble form={form} fields={['handle']} />
    </SendForm>
  )
}
