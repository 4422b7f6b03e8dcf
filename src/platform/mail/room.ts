import type { Room } from '../../room.ts'
import { mailCheck } from './mail-check.ts'
import { mailPersonal } from './personal.ts'
import { sendMailJob } from './send-mail.ts'
import { senderCheck } from './sender/sender-check.ts'
import { pruneMails, sweepMails } from './sweep-mails.ts'
import { tryWaitingJob } from './try-waiting.ts'

export const mailRoom = {
  jobs: [sendMailJob, tryWaitingJob],
  personal: mailPersonal,
  checks: [mailCheck, senderCheck],
  sweeps: [sweepMails, pruneMails],
} satisfies Room
