import { base64urlnopad } from '@scure/base'
import { randomBytes } from '../../../src/lib/hash/random-bytes.ts'
import { Altered } from '../../../src/lib/verify/check.ts'
import { readManifestOf, type Site, verifyRelease } from '../../../src/lib/verify/verify-release.ts'

/** A verifier on a page of its own, which reads a release at another origin as any script does. */
async function verifyAt(url: string, releaseId: string): Promise<string> {
  const read = async (path: string) => {
    const response = await fetch(url + path)
    if (!response.ok) throw new Error(`${path} answered ${response.status}.`)
    return response
  }
  const site: Site = {
    nonce: () => base64urlnopad.encode(randomBytes(16)),
    text: async (path) => (await read(path)).text(),
    seenBy: async () => '',
    bytes: async (path) => new Uint8Array(await (await read(path)).arrayBuffer()),
  }
  try {
    const results: string[] = []
    for await (const { result } of verifyRelease(site, await readManifestOf(site, releaseId))) results.push(result)
    return results.includes('fails') ? 'altered' : results.join()
  } catch (error) {
    return error instanceof Altered ? 'altered' : `unread: ${String(error)}`
  }
}

Object.assign(globalThis, { verifyAt })
