import { sql } from 'drizzle-orm'
import { isAmong } from '../../../db/among.ts'
import { prepared } from '../../../db/prepared.ts'
import { submissions } from '../../../db/schema/drop/submission.ts'
import type { FileHolder } from '../../platform/file-holder.ts'

const submitted = prepared((db) =>
  db
    .select({ assetId: sql<string>`${submissions.assetId}` })
    .from(submissions)
    .where(isAmong(submissions.assetId, sql.placeholder('ids'))),
)

/** Clips that were submitted to drops. */
export const submissionFiles: FileHolder = {
  uses: ({ db }, ids) =>
    submitted(db)
      .all({ ids })
      .map((row) => ({ ...row, use: 'submission', words: 'a clip that you submitted' })),
}
