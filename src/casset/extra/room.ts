import type { Room } from '../../room.ts'
import { extraFiles } from './extra-files.ts'
import { extraPersonal } from './personal.ts'
import { previewExtraJob } from './preview/make-preview.ts'

export const extraRoom = {
  async routes() {
    const [{ extra }, { resumesUploads }, { extraUpload }] = await Promise.all([
      import('./routes.ts'),
      import('../upload/resume-uploads.ts'),
      import('./extra-upload.ts'),
    ])
    return { called: [extra], others: [(ctx) => resumesUploads(ctx, extraUpload)] }
  },
  jobs: [previewExtraJob],
  personal: extraPersonal,
  files: [extraFiles],
} satisfies Room
