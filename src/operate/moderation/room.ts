import type { Room } from '../../room.ts'
import { decisionNotification, objectionNotification } from './notify-of-decision.ts'
import { contentReportNotification, reportOutcomeNotification, tellReportersJob } from './notify-of-report.ts'
import { moderationPersonal } from './personal.ts'

export const moderationRoom = {
  routes: async () => ({
    called: [(await import('./routes.ts')).decisions, (await import('./report-routes.ts')).contentReporting],
  }),
  jobs: [tellReportersJob],
  notices: [decisionNotification, objectionNotification, contentReportNotification, reportOutcomeNotification],
  personal: moderationPersonal,
} satisfies Room
