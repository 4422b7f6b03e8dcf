import { hashOfKey } from '../../platform/blob/bucket-key.ts'
import type { Bucket } from '../../platform/bucket/bucket.ts'
import { toBucketError } from '../../platform/bucket/bucket-error.ts'

/** Undefined when the bucket cannot be listed, which does not prevent a backup. */
export async function listBucket(bucket: Bucket, print: (line: string) => void): Promise<string | undefined> {
  const lines: string[] = []
  try {
    for await (const { key } of bucket.list('')) {
      const sha256 = hashOfKey(key)
      if (sha256 !== undefined) lines.push(`${sha256}  ${key}\n`)
    }
  } catch (thrown) {
    print(
      `The files in ${bucket.name} could not be listed, so their list is not in the backup. ${toBucketError(thrown).said}`,
    )
    return undefined
  }
  print(`${lines.length} files are in ${bucket.name}: the backup has their hashes, so keep the bucket too.`)
  return lines.join('')
}
