import { type Check, Unreadable } from '../../src/lib/verify/check.ts'
import { type PinnedState, readManifestOf, type Site, verifyRelease } from '../../src/lib/verify/verify-release.ts'
import type { TestServer } from './server.ts'

/** Changes an answer of a site on its way: the text of a path, or nothing. */
export type Alter = (text: string, path: string) => string

/** A server as a site whose releases are verified, with its answers altered on their way. */
export const siteOf = (svc: Pick<TestServer, 'fetch' | 'url'>, alter: Alter = (text) => text): Site => {
  const read = async (path: string) => {
    const response = await svc.fetch(path)
    if (!response.ok) throw new Unreadable(`${path} answered ${response.status}.`)
    return response
  }
  return {
    nonce: () => crypto.randomUUID(),
    text: async (path) => alter(await (await read(path)).text(), path),
    seenBy: async ({ verifierKey }) => {
      const path = `/log/witness/${verifierKey.split('+')[1]}`
      return alter(await (await read(path)).text(), path)
    },
    bytes: async (path) => new Uint8Array(Buffer.from(alter(await hexOf(await read(path)), path), 'hex')),
  }
}

const hexOf = async (response: Response) => Buffer.from(await response.arrayBuffer()).toString('hex')

/** Returns all checks of a release, and the head of its log. */
export async function allChecks(site: Site, releaseId: string, kept: PinnedState = {}) {
  const steps = verifyRelease(site, await readManifestOf(site, releaseId), kept)
  const checks: Check[] = []
  for (;;) {
    const { done, value } = await steps.next()
    if (done) return { checks, head: value }
    checks.push(value)
  }
}
