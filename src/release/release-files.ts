import { eq, sql } from 'drizzle-orm'
import { prepared } from '../../db/prepared.ts'
import { releaseFiles as files } from '../../db/schema/release/release.ts'
import type { FileHolder } from '../platform/file-holder.ts'

const named = prepared((db) =>
  db
    .select({ versionId: files.versionId })
    .from(files)
    .where(eq(files.sha256, sql.placeholder('sha256')))
    .limit(1),
)

export const releaseFiles: FileHolder = {
  names: ({ db }, sha256) => named(db).get({ sha256 }) !== undefined,
}
