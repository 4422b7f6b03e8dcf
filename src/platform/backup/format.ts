import { type Static, Type as t } from '@sinclair/typebox'

/**
 * The first file of a backup (rule: backup). A backup is a tar file with the names of a data
 * folder, so that `tar -xf` restores one too.
 */
export const headName = 'backup.json'

/**
 * The last file of a backup: the SHA-256 of every file after the head, as `sha256sum -c` reads
 * them.
 */
export const sumsName = 'SHA256SUMS'

export const databaseName = 'tapedeck.db'

/**
 * A database while it is restored. It gets its name at the end: a folder that has this was not
 * restored whole.
 */
export const partOf = (database: string) => `${database}.part`

/** What a database held that was removed while it was served. */
export const rescuedName = `${databaseName}.rescued`

/** The database of the test processor, where there is one. */
export const testDatabaseName = 'test-processor.db'

/** The keys that were made at the first start. */
export const secretsName = 'secrets.json'

/**
 * Which files are in a bucket, of which a backup has the hashes alone: as `sha256sum` writes them.
 */
export const bucketListName = 'bucket.sha256'

/** What a backup says of itself. */
export const Head = t.Object({
  program: t.Literal('tapedeck'),
  format: t.Literal(2),
  version: t.String(),
  madeAt: t.String(),
  /** How many files follow, but for the hashes at the end. */
  files: t.Integer({ minimum: 1 }),
})
export type Head = Static<typeof Head>

const kept =
  /^(?:secrets\.json|bucket\.sha256|test-processor\.db|tapedeck\.db|blobs\/([0-9a-f]{2})\/\1[0-9a-f]{62}|uploads\/[\w-][\w.-]*)$/

/**
 * Returns whether a backup may have a file of this name after its head: no other place is ever
 * written to.
 */
export const isKept = (name: string): boolean => kept.test(name)

/** Returns the SHA-256 that the bytes of a stored file must have; undefined for all other files. */
export const hashIn = (name: string): string | undefined => /^blobs\/..\/(.+)$/.exec(name)?.[1]
