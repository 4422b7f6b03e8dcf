import type { Ctx } from '../../../context.ts'
import { allWithin, isOpenToOthers, makePrivate } from '../../../lib/file/private-files.ts'
import { say } from '../../../lib/language/say.ts'
import type { Check } from '../../../platform/check.ts'

const named = 3

/** The keys have a check of their own. */
const openToOthers = ({ config: { dataDir } }: Ctx): string[] =>
  [...allWithin(dataDir)].filter((path) => !path.endsWith('/secrets.json') && isOpenToOthers(path))

/** Checks whether other users of the machine can read the database, the music or the uploads. */
export const fileCheck: Check = {
  name: 'files',
  place: 60,
  look(ctx) {
    const open = openToOthers(ctx)
    if (open.length === 0) return {}
    const some = open.slice(0, named).join(', ')
    return {
      problem: say('others on this machine may open {paths, plural, one {# path} other {# paths}}, among them {some}', {
        paths: open.length,
        some,
      }),
      fix: say('tapedeck doctor --fix, or as the user who owns them: chmod -R go= {folder}', {
        folder: ctx.config.dataDir,
      }),
    }
  },
  fix(ctx) {
    for (const path of openToOthers(ctx)) makePrivate(path)
  },
}
