import { ownLanguage } from '../lib/language/languages.ts'
import { inLanguage, say } from '../lib/language/say.ts'
import { sayStored } from '../lib/language/say-stored.ts'

const reasons = () =>
  ({
    arrived: say('Its prize has arrived.'),
    notChosen: say('Its artist did not choose in time: the leaders win.'),
    notClosed: say('Nobody closed it in time.'),
    waited: say('Its winners waited.'),
    paid: say('All winners are paid.'),
    nobodyLeft: say('Nobody is left to pay.'),
    rebuilt: say('Rebuilt from the transfers to its winners.'),
    refunded: say('Its prize had been refunded.'),
    deleted: say('Its artist deleted their account.'),
  }) as const

/** Returns the reason of a move of its own as it is stored, which is in English. */
export const ownReason = (why: keyof ReturnType<typeof reasons>): string => inLanguage(ownLanguage, reasons)[why]

/** Returns a stored reason for its reader: in their language, unless a person wrote it. */
export const reasonText = (stored: string): string => sayStored(stored, () => Object.values(reasons()))
