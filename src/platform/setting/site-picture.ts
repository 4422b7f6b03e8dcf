import { desc, eq } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { settingChanges } from '../../../db/schema/platform/setting.ts'
import { tryJson } from '../../lib/json/json.ts'
import { say } from '../../lib/language/say.ts'
import type { FileHolder } from '../file-holder.ts'

const newest = prepared((db) =>
  db
    .select({ value: settingChanges.value })
    .from(settingChanges)
    .where(eq(settingChanges.name, 'SITE_PICTURE'))
    .orderBy(desc(settingChanges.id))
    .limit(1),
)

/** Keeps the picture that was chosen last from being deleted. */
export const sitePictureFiles: FileHolder = {
  uses({ db }, ids) {
    const assetId = newest(db).get()?.value ?? null
    const asked = tryJson(ids)
    if (assetId === null || !Array.isArray(asked) || !asked.includes(assetId)) return []
    return [{ assetId, use: 'site', words: say('the picture of the site') }]
  },
}
