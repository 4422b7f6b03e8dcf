import { submissions } from '../../../db/schema/drop/submission.ts'
import { say } from '../../lib/language/say.ts'
import { type FileHolder, usesIn } from '../../platform/file-holder.ts'

export const submissionFiles: FileHolder = {
  uses: usesIn(submissions, submissions.assetId, {
    use: 'submission',
    get words() {
      return say('a clip that you submitted')
    },
  }),
}
