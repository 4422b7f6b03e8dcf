import { reportReasons } from '../../../db/schema/operate/moderation.ts'
import type { NewReport } from './report-model.ts'

/** The reasons of a report, as those who send and decide it read them. */
export const reasonText: Readonly<Record<NewReport['reason'], string>> = {
  illegal: 'A law forbids it',
  rights: 'It uses what is somebody else’s',
  hate: 'Insult or hate',
  sexual: 'Sexual or violent',
  private: 'Somebody’s private details',
  spam: 'Spam or fraud',
  other: 'Something else',
}

/** The reasons for those who are signed in. */
export const memberReasons = reportReasons

/** The reasons that guests can give: a law forbids it. */
export const guestReasons = ['illegal', 'rights'] as const
