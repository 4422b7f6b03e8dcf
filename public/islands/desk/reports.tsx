import { useSignal } from '@preact/signals'
import { say } from '../../../src/lib/language/say.ts'
import type { Report } from '../../../src/operate/moderation/report-model.ts'
import { announce } from '../../lib/announce.ts'
import { api } from '../../lib/api.ts'
import { AreaField } from '../../lib/area-field.tsx'
import { Day } from '../../lib/day.tsx'
import { FormTrouble, SendForm, SendKey } from '../../lib/field.tsx'
import { focusOn } from '../../lib/focus-on.ts'
import { textOf, useForm } from '../../lib/form.ts'
import { inParts } from '../../lib/in-parts.tsx'

/** A report, with its kind and its reason in words. */
export type ShownReport = Report & { kindText: string; reasonText: string }

/** The things that are reported, each with the ways to decide. */
export default function Reports({ reports }: { reports: readonly ShownReport[] }) {
  const shown = useSignal(reports)
  if (shown.value.length === 0) return <p class="empty">{say('Nothing to decide.')}</p>
  return (
    <ul class="rows decisions">
      {shown.value.map((report) => (
        <ReportRow
          key={report.id}
          report={report}
          onDismissed={() => {
            shown.value = shown.value.filter(({ id }) => id !== report.id)
            announce(say('It stays, and those who reported it are told.'))
            focusOn('#reports')
          }}
        />
      ))}
    </ul>
  )
}

const reportedText = (reason: string, reporter: string | null): string =>
  reporter === null
    ? say('<b>{reason}</b> · reported by a guest on <day></day>', { reason })
    : say('<b>{reason}</b> · reported by @{reporter} on <day></day>', { reason, reporter })

function ReportRow({ report, onDismissed }: { report: ShownReport; onDismissed: () => void }) {
  const { id, kind, thingId, title, path, text, reporter, others, createdAt } = report
  const form = useForm(`dismiss-${id}`)
  const dismiss = async (data: FormData) => {
    const answer = textOf(data, 'answer')
    if (form.refuseAny({ answer: answer.trim() === '' ? say('Say why it stays.') : '' })) return
    if (await form.send(() => api.desk.reports({ id }).dismiss.post({ answer }))) onDismissed()
  }
  return (
    <li>
      <p>
        <a href={path} dir="auto">
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
          day: () => <Day iso={createdAt} />,
        })}
        {others > 0 && ` · ${say('{others, plural, one {# more} other {# more}} ## reports of the same', { others })}`}
      </p>
      <p class="acts">
        <a class="key" href={`/desk/decide?of=${kind}:${thingId}`}>
          {inParts(say('Take down<span>: {title}</span>', { title }), {
            span: (text) => <span class="sr">{text}</span>,
          })}
        </a>
      </p>
      <details class="needs-js">
        <summary>
          {inParts(say('Leave it<span>: {title}</span>', { title }), {
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
    </li>
  )
}
