import { useSignal } from '@preact/signals'
import { say } from '../../../../src/lib/language/say.ts'
import type { Report, Resolution } from '../../../../src/room/moderation/model.ts'
import { Day } from '../../../lib/day.tsx'
import { inParts } from '../../../lib/in-parts.tsx'
import { Said } from '../../../lib/said.tsx'
import { Ending, untilAfter } from './ending.tsx'
import type { ModerationState } from './moderation-state.ts'

type Action = Resolution['action']
type ReportRowProps = { report: Report; state: ModerationState; onDecided: (action: Action) => void }

export function ReportRow({ report, state, onDecided }: ReportRowProps) {
  const { id, casset, author, reporter, reason, comment, createdAt } = report
  const isElsewhere = casset.slug !== state.slug
  const hours = useSignal(0)
  const isBusy = useSignal(false)
  const problem = useSignal('')
  const decide = async (action: Action) => {
    if (isBusy.value) return
    isBusy.value = true
    const trouble = await state.decide(report, action, untilAfter(hours.value))
    isBusy.value = false
    problem.value = trouble?.text ?? ''
    if (!trouble) onDecided(action)
  }
  const keyFor = (action: Action, label: string) => (
    <button type="button" class="key" onClick={() => void decide(action)}>
      {label}
      <span class="sr">{say(' – the comment of {displayName}', { displayName: author.displayName })}</span>
    </button>
  )
  return (
    <li>
      <p>
        {inParts(
          isElsewhere
            ? say('<a>{displayName}</a> <span>@{handle}</span> wrote in the room of <a2>{room}</a2>', {
                displayName: author.displayName,
                handle: author.handle,
                room: casset.name,
              })
            : say('<a>{displayName}</a> <span>@{handle}</span> wrote', {
                displayName: author.displayName,
                handle: author.handle,
              }),
          {
            a: (text) => (
              <a href={`/@${author.handle}`} dir="auto">
                {text}
              </a>
            ),
            span: (text) => <span class="mono">{text}</span>,
            a2: (text) => (
              <a href={`/@${casset.slug}/sideb`} dir="auto">
                {text}
              </a>
            ),
          },
        )}
      </p>
      {comment ? (
        <blockquote dir="auto">{comment.text}</blockquote>
      ) : (
        <p class="hint">{say('The comment was removed already.')}</p>
      )}
      <p class="hint">
        {inParts(
          say('<b>{reason}</b> · reported by <a>@{handle}</a> on <day></day>', { reason, handle: reporter.handle }),
          {
            b: (text) => <b dir="auto">{text}</b>,
            a: (text) => <a href={`/@${reporter.handle}`}>{text}</a>,
            day: () => <Day iso={createdAt} />,
          },
        )}
      </p>
      <div class="acts needs-js">
        {keyFor('DISMISSED', say('Dismiss ## a report'))}
        {comment && keyFor('DELETED', say('Delete'))}
        {author.handle !== casset.slug && (
          <>
            {keyFor('MUTED', say('Mute ## a person in a room'))}
            {keyFor('BANNED', say('Ban'))}
            <Ending
              id={`ending-${id}`}
              label={say('How long {displayName} is muted or banned', { displayName: author.displayName })}
              hours={hours.value}
              onPick={(picked) => {
                hours.value = picked
              }}
            />
          </>
        )}
      </div>
      <Said role="alert" class="problem">
        {problem}
      </Said>
    </li>
  )
}
