import { say } from '../../../../src/lib/language/say.ts'
import type { Resolution } from '../../../../src/room/moderation/model.ts'
import { announce } from '../../../lib/announce.ts'
import { focusOn } from '../../../lib/focus-on.ts'
import type { NextPages } from './moderation.tsx'
import type { ModerationState } from './moderation-state.ts'
import { More } from './more.tsx'
import { ReportRow } from './report-row.tsx'

const said: Readonly<Record<Resolution['action'], (name: string) => string>> = {
  DISMISSED: () => say('The report is dismissed, and the comment stays.'),
  DELETED: () => say('The comment is deleted.'),
  MUTED: (name) => say('{name} is muted.', { name }),
  BANNED: (name) => say('{name} is banned.', { name }),
}

type ReportsProps = { state: ModerationState; next: NextPages; isOwner: boolean }

/** Reports of comments that wait for a decision, oldest first. */
export function Reports({ state, next, isOwner }: ReportsProps) {
  return (
    <section aria-labelledby="reports">
      <h2 id="reports" tabIndex={-1}>
        {say('Open reports')}
      </h2>
      {isOwner && <p class="hint">{say('This site is yours, so you see the reports of every room.')}</p>}
      {state.reports.value.length > 0 ? (
        <ul class="reports">
          {state.reports.value.map((report) => (
            <ReportRow
              key={report.id}
              report={report}
              state={state}
              onDecided={(action) => {
                announce(said[action](report.author.displayName))
                focusOn('#reports')
              }}
            />
          ))}
        </ul>
      ) : (
        <p class="empty">{say('Nothing to decide. Reported comments appear here.')}</p>
      )}
      <More list="reports" next={next} />
    </section>
  )
}
