import { useSignal } from '@preact/signals'
import type { Report, Resolution } from '../../../../src/room/model.ts'
import { Day } from '../../../lib/day.tsx'
import { Ending, untilAfter } from './ending.tsx'
import type { ModerationState } from './moderation-state.ts'

type Action = Resolution['action']
type ReportRowProps = { report: Report; state: ModerationState; onDecided: (action: Action) => void }

/**
 * A report: the comment and its writer, the reporter and their reason, and the possible decisions.
 */
export function ReportRow({ report, state, onDecided }: ReportRowProps) {
  const { id, casset, author, reporter, reason, comment, createdAt } = report
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
      <span class="sr">: the comment of {author.displayName}</span>
    </button>
  )
  return (
    <li>
      <p>
        <a href={`/@${author.handle}`} dir="auto">
          {author.displayName}
        </a>{' '}
        <span class="mono">@{author.handle}</span> wrote
        {casset.slug !== state.slug && (
          <>
            {' '}
            in the room of{' '}
            <a href={`/@${casset.slug}/sideb`} dir="auto">
              {casset.name}
            </a>
          </>
        )}
      </p>
      {comment ? (
        <blockquote dir="auto">{comment.text}</blockquote>
      ) : (
        <p class="hint">The comment was removed already.</p>
      )}
      <p class="hint">
        <b dir="auto">{reason}</b> · reported by <a href={`/@${reporter.handle}`}>@{reporter.handle}</a> on{' '}
        <Day iso={createdAt} />
      </p>
      <div class="acts needs-js">
        {keyFor('DISMISSED', 'Dismiss')}
        {comment && keyFor('DELETED', 'Delete')}
        {author.handle !== casset.slug && (
          <>
            {keyFor('MUTED', 'Mute')}
            {keyFor('BANNED', 'Ban')}
            <Ending
              id={`ending-${id}`}
              label={`How long ${author.displayName} is muted or banned`}
              hours={hours.value}
              onPick={(picked) => {
                hours.value = picked
              }}
            />
          </>
        )}
      </div>
      <p class="problem" role="alert">
        {problem}
      </p>
    </li>
  )
}
