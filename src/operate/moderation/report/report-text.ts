import { reportReasons } from '../../../../db/schema/operate/moderation.ts'
import { say } from '../../../lib/language/say.ts'
import type { NewReport } from './report-model.ts'

export const reasonText = (): Readonly<Record<NewReport['reason'], string>> => ({
  illegal: say('A law forbids it'),
  rights: say('It uses what is somebody else’s'),
  hate: say('Insult or hate'),
  sexual: say('Sexual or violent'),
  private: say('Somebody’s private details'),
  spam: say('Spam or fraud'),
  other: say('Something else'),
})

export const memberReasons = reportReasons

/** The reasons that guests can give: a law forbids it. */
export const guestReasons = ['illegal', 'rights'] as const
