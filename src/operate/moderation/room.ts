import { ends } from '../../platform/promised.ts'
import type { Room } from '../../room.ts'
import { decisionNotification, objectionNotification } from './notify-of-decision.ts'
import { moderationPersonal } from './personal.ts'
import { contentReportNotification, reportOutcomeNotification, tellReportersJob } from './report/notify-of-report.ts'

export const moderationRoom = {
  routes: async () => ({
    called: [(await import('./routes.ts')).decisions, (await import('./report/report-routes.ts')).contentReporting],
  }),
  jobs: [tellReportersJob],
  notices: [decisionNotification, objectionNotification, contentReportNotification, reportOutcomeNotification],
  personal: moderationPersonal,
  promises: [
    {
      name: 'objection',
      tables: ['content_decisions'],
      thing: 'The answer to an objection',
      giver: null,
      receiver: ends,
    },
    { name: 'report', tables: ['content_reports'], thing: 'The answer to a report', giver: null, receiver: ends },
  ],
} satisfies Room
