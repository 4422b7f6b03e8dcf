import { submissions } from '../../../db/schema/drop/submission.ts'
import { type FileHolder, usesIn } from '../../platform/file-holder.ts'

/** Clips that were submitted to drops. */
export const submissionFiles: FileHolder = {
  uses: usesIn(submissions, submissions.assetId, { use: 'submission', words: 'a clip that you submitted' }),
}
