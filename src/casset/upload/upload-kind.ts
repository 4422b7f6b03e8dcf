import type { Ctx } from '../../context.ts'
import type { HeaderName } from '../../platform/http/answer/answer-headers.ts'
import type { ReceivedFile } from '../../platform/http/request/receive-file.ts'
import type { Viewer } from '../../platform/http/session/session.ts'

/** The fields sent with a file, by their names. */
export type SentFields = Readonly<Record<string, string | null | undefined>>

/**
 * By kind what is added to the ids of its uploads, which all lie in one folder: of tracks nothing.
 */
export const uploadEndings = ['', '_extra'] as const

/** A kind of file that is uploaded to a casset, and what a whole one becomes. */
export type UploadKind = {
  /** The end of its address, `/api/studio/casset/:id/tracks`. */
  readonly path: 'tracks' | 'extras'
  readonly ending: (typeof uploadEndings)[number]
  /** The header of the last answer that has the id of what the file became. */
  readonly answersIn: HeaderName
  /** Throws BAD_STATE where the caller cannot add another file now, of so many bytes at least. */
  refuseMore(ctx: Ctx, author: Viewer, cassetId: string, bytes: number): void
  /** Throws VALIDATION. */
  checkFields(fields: SentFields): void
  /** Throws UNSUPPORTED_MEDIA_TYPE for the first 65,536 bytes of a file that is not accepted. */
  checkHead(ctx: Ctx, head: Uint8Array): void
  /** Stores a whole file, once for an id. Throws as these three do; then nothing is stored. */
  add(ctx: Ctx, cassetId: string, file: ReceivedFile, fields: SentFields, id: string): Promise<unknown>
}

/** A casset of the sender and, unless the upload is new, an upload to it. */
export type UploadPlace = { kind: UploadKind; cassetId: string; uploadId: string | null }
