import { errorOf, withRetries } from '../bucket/bucket-error.ts'
import { saveStream } from './save-stream.ts'

/**
 * Writes the stored file at an address of a bucket to a path. For children, which have no keys.
 * Throws BucketError, also when its bytes do not have the hash.
 */
export const fetchAt = (address: string, path: string, sha256: string): Promise<void> =>
  withRetries(async () => {
    const response = await fetch(address, { redirect: 'manual', decompress: false })
    if (response.status !== 200 || !response.body) throw errorOf(response, await response.text())
    await saveStream(response.body, path, sha256)
  })
