import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { say } from '../../../src/lib/language/say.ts'
import type { Report } from '../../../src/operate/moderation/report/report-model.ts'
import { announce } from '../../lib/announce.ts'
import { inParts } from '../../lib/in-parts.tsx'
import { keysOn } from '../../player/keys.ts'
import { KeysSwitch } from '../../player/keys-switch.tsx'
import { useReportKeys } from './report-keys.ts'
import { ReportRow } from './report-row.tsx'

export type ShownReport = Report & { kindText: string; reasonText: string }

type ReportsProps = {
  reports: readonly ShownReport[]
  empty: string
}

export default function Reports({ reports, empty }: ReportsProps) {
  const shown = useSignal(reports)
  const list = useRef<HTMLUListElement>(null)
  const goTo = useReportKeys(list)
  if (shown.value.length === 0) return <p class="empty">{empty}</p>
  return (
    <>
      {keysOn.value && <KeysHint />}
      <div class="needs-js by-keys">
        <KeysSwitch />
      </div>
      <ul class="rows decisions" ref={list}>
        {shown.value.map((report, place) => (
          <ReportRow
            key={report.id}
            report={report}
            onDismissed={() => {
              shown.value = shown.value.filter(({ id }) => id !== report.id)
              announce(say('It stays, and those who reported it are told.'))
              goTo(place)
            }}
          />
        ))}
      </ul>
    </>
  )
}

const KeysHint = () => (
  <p class="hint needs-js by-keys">
    {inParts(
      say(
        'On the keyboard: <kbd>j</kbd> and <kbd>k</kbd> go down and up, <kbd>o</kbd> opens the page, <kbd>t</kbd> takes it down, <kbd>l</kbd> leaves it, <kbd>Ctrl</kbd> and <kbd>Enter</kbd> send your words.',
      ),
      { kbd: (text) => <kbd>{text}</kbd> },
    )}
  </p>
)
