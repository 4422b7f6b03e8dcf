import { say } from '../lib/language/say.ts'
import type { Check } from './check.ts'
import { isCopy } from './instance.ts'

/** Checks that this folder is the site, and not a copy of it. */
export const instanceCheck: Check = {
  name: 'site',
  place: 10,
  look({ db, config }) {
    if (!isCopy(db, config.dataDir)) return {}
    return {
      problem: say('this is a copy of the site: it sends, pays and backs up nothing'),
      fix: say('if it is the site from now on, say so under Health at the desk, or stop it and run tapedeck promote'),
    }
  },
}
