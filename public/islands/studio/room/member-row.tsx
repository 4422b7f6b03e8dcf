import { useSignal } from '@preact/signals'
import { say } from '../../../../src/lib/language/say.ts'
import type { MemberPatch, RoomMember } from '../../../../src/room/moderation/model.ts'
import { Said } from '../../../lib/said.tsx'
import { Ending, untilAfter } from './ending.tsx'
import type { ModerationState } from './moderation-state.ts'
import type { MemberStatus } from './people.tsx'

type MemberRowProps = {
  member: RoomMember
  status: MemberStatus
  takeBack: string
  state: ModerationState
  onTakenBack: () => void
}

/** Somebody who is muted, banned or a moderator: until when, why, and the button that undoes it. */
export function MemberRow({ member, status, takeBack, state, onTakenBack }: MemberRowProps) {
  const { handle, displayName, pfp, until, reason } = member
  const problem = useSignal('')
  const change = async (patch: MemberPatch) => {
    const trouble = await state.changeMember(handle, patch)
    problem.value = trouble?.text ?? ''
    return trouble === null
  }
  const isModerator = status === 'moderator'
  return (
    <li>
      <img src={pfp} alt="" width="40" height="40" loading="lazy" decoding="async" />
      <p>
        <a href={`/@${handle}`} dir="auto">
          {displayName}
        </a>
        <span class="mono">@{handle}</span>
        {!isModerator && reason !== null && (
          <span class="hint" dir="auto">
            {reason}
          </span>
        )}
      </p>
      <div class="acts needs-js">
        {!isModerator && (
          <Ending
            id={`${status}-${handle}`}
            label={
              status === 'muted'
                ? say('How long {displayName} is muted', { displayName })
                : say('How long {displayName} is banned', { displayName })
            }
            until={until}
            onPick={(hours) => void change({ until: untilAfter(hours) })}
          />
        )}
        <button
          type="button"
          class="key"
          onClick={async () => {
            if (await change({ [status]: false })) onTakenBack()
          }}
        >
          {takeBack}
          <span class="sr"> {displayName}</span>
        </button>
      </div>
      <Said role="alert" class="problem">
        {problem}
      </Said>
    </li>
  )
}
