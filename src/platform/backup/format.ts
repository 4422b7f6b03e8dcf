import { type Static, Type as t } from '@sinclair/typebox'

/**
 * The first file of a backup (rule: backup). A backup is a tar file with the names of a data
 * folder, so that `tar -xf` restores one too.
 */
export const headName = 'backup.json'

/** A backup's last file: the SHA-256 of each file after the head, as `sha256sum -c` reads it. */
export const sumsName = 'SHA256SUMS'

export const databaseName = 'tapedeck.db'

/** A database being restored. It is named last: a folder with this file is not complete. */
export const partOf = (database: string) => `${database}.part`

/** The content of a database that was removed while it was served. */
export const rescuedName = `${databaseName}.rescued`

export const testDatabaseName = 'test-processor.db'

/** The keys that were created at the first start. */
export const secretsName = 'secrets.json'

/** A backup has only the hashes of these files, in the form of `sha256sum`. */
export const bucketListName = 'bucket.sha256'

export const Head = t.Object({
  program: t.Literal('tapedeck'),
  format: t.Literal(2),
  version: t.String(),
  madeAt: t.String(),
  /** The number of files that follow, without the hashes at the end. */
  files: t.Integer({ minimum: 1 }),
})
export type Head = Static<typeof Head>

/** The head of a backup in a form that a later version knows. */
export const NewerHead = t.Object({
  program: t.Literal('tapedeck'),
  format: t.Integer({ minimum: 3 }),
  version: t.String(),
})

const kept =
  /^(?:secrets\.json|bucket\.sha256|test-processor\.db|tapedeck\.db|blobs\/([0-9a-f]{2})\/\1[0-9a-f]{62}|uploads\/[\w-][\w.-]*)$/

/** Nothing else in a backup is ever written anywhere. */
export const isKept = (name: string): boolean => kept.test(name)

/** Returns the SHA-256 that the bytes of a stored file must have; undefined for all other files. */
export const hashIn = (name: string): string | undefined => /^blobs\/..\/(.+)$/.exec(name)?.[1]
