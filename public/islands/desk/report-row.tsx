import { useRef } from 'preact/hooks'
import { say } from '../../../src/lib/language/say.ts'
import { api } from '../../lib/api.ts'
import { AreaField } from '../../lib/area-field.tsx'
import { Day } from '../../lib/day.tsx'
import { FormTrouble, SendForm, SendKey } from '../../lib/field.tsx'
import { textOf, useForm } from '../../lib/form.ts'
import { inParts } from '../../lib/in-parts.tsx'
import type { ShownReport } from './reports.tsx'

const mostCounted = 99

const reportedText = (reason: string, reporter: string | null): string =>
  reporter === null
    ? say('<b>{reason}</b> · reported by a guest on <day></day>', { reason })
    : say('<b>{reason}</b> · reported by <a>@{handle}</a> on <day></day>', { reason, handle: reporter })

const othersText = (others: number): string =>
  others < mostCounted
    ? say('{others, plural, one {# more} other {# more}} ## reports of the same', { others })
    : say('{others} more, or even more ## reports of the same', { others })

export function ReportRow({ report, onDismissed }: { report: ShownReport; onDismissed: () => void }) {
  const { kind, thingId, title, path, text, reporter, others, createdAt, outcome, isThere } = report
  return (
    <li tabIndex={-1}>
      <p>
        <a href={path} dir="auto" data-act="open">
          {title}
        </a>{' '}
        ({report.kindText})
      </p>
      {text !== '' && (
        <blockquote class="said" dir="auto">
          {text}
        </blockquote>
      )}
      <p class="hint">
        {inParts(reportedText(report.reasonText, reporter), {
          b: (text) => <b>{text}</b>,
          a: (text) => <a href={`/desk/reports?reporter=${reporter}`}>{text}</a>,
          day: () => <Day iso={createdAt} />,
        })}
        {others > 0 && ` · ${othersText(others)}`}
      </p>
      {outcome !== null && <Outcome report={report} />}
      {outcome === null && !isThere && <p class="hint">{say('It is gone: whoever made it has deleted it.')}</p>}
      {isThere && (
        <p class="acts">
          <a class="key" href={`/desk/decide?of=${kind}:${thingId}`} data-act="take">
            {inParts(outcome === 'taken-down' ? seeText(title) : takeText(title), {
              span: (text) => <span class="sr">{text}</span>,
            })}
          </a>
        </p>
      )}
      {outcome === null && <Leaving report={report} onDismissed={onDismissed} />}
    </li>
  )
}

const seeText = (title: string): string => say('See the decision<span> – {title}</span>', { title })
const takeText = (title: string): string => say('Take down<span> – {title}</span>', { title })

function Outcome({ report: { outcome, answer, decidedAt, decidedBy } }: { report: ShownReport }) {
  const by = decidedBy ?? ''
  const text =
    outcome === 'taken-down'
      ? decidedBy === null
        ? say('Taken down on <day></day>')
        : say('Taken down by @{by} on <day></day>', { by })
      : decidedBy === null
        ? say('Left as it is on <day></day>')
        : say('Left as it is by @{by} on <day></day>', { by })
  return (
    <>
      <p class="hint">{inParts(text, { day: () => decidedAt !== null && <Day iso={decidedAt} /> })}</p>
      {answer !== null && (
        <blockquote class="said" dir="auto">
          {answer}
        </blockquote>
      )}
    </>
  )
}

function Leaving({ report: { id, title }, onDismissed }: { report: ShownReport; onDismissed: () => void }) {
  const form = useForm(`dismiss-${id}`)
  const fold = useRef<HTMLDetailsElement>(null)
  const dismiss = async (data: FormData) => {
    const answer = textOf(data, 'answer')
    if (form.refuseAny({ answer: answer.trim() === '' ? say('Say why it stays.') : '' })) return
    if (await form.send(() => api.desk.reports({ id }).dismiss.post({ answer }))) onDismissed()
  }
  const atKey = (event: KeyboardEvent) => {
    const { target, key } = event
    if (!(target instanceof HTMLTextAreaElement)) return
    if (key === 'Enter' && (event.ctrlKey || event.metaKey)) target.form?.requestSubmit()
    else if (key === 'Escape' && fold.current) {
      fold.current.open = false
      fold.current.closest('li')?.focus()
    } else return
    event.preventDefault()
  }
  return (
    <details class="needs-js" ref={fold} onKeyDown={atKey}>
      <summary data-act="leave">
        {inParts(say('Leave it<span> – {title}</span>', { title }), {
          span: (text) => <span class="sr">{text}</span>,
        })}
      </summary>
      <SendForm submit={(data) => void dismiss(data)} aria-label={say('Leaving {title} as it is', { title })}>
        <AreaField
          form={form}
          name="answer"
          label={say('Why it stays')}
          hint={say('Whoever reported it reads this.')}
          rows={3}
        />
        <FormTrouble form={form} fields={['answer']} />
        <div class="acts">
          <SendKey form={form} label={say('Leave it as it is')} busyLabel={say('One moment…')} />
        </div>
      </SendForm>
    </details>
  )
}
