import { eq, sql } from 'drizzle-orm'
import { uploads } from '../../../db/schema/casset/upload.ts'
import type { FileHolder } from '../../platform/file-holder.ts'
import type { Room } from '../../room.ts'
import { sweepUploadJob } from './resumable.ts'

/** Uploads that are arriving, at their declared length. */
const uploadFiles: FileHolder = {
  bytes: (db, userId) => [
    sql`${db
      .select({ bytes: sql`total(${uploads.bytes})` })
      .from(uploads)
      .where(eq(uploads.userId, userId))}`,
  ],
}

export const uploadRoom = { jobs: [sweepUploadJob], files: [uploadFiles] } satisfies Room
