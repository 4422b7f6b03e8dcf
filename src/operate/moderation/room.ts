import type { Room } from '../../room.ts'
import { decisionNotification, objectionNotification } from './notify-of-decision.ts'
import { contentReportNotification, reportOutcomeNotification, tellReportersJob } from './notify-of-report.ts'
import { moderationPersonal } from './personal.ts'

export const moderationRoom: Room = {
  jobs: [tellReportersJob],
  notices: [decisionNotification, objectionNotification, contentReportNotification, reportOutcomeNotification],
  personal: moderationPersonal,
}
