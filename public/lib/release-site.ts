import { base64urlnopad } from '@scure/base'
import { randomBytes } from '../../src/lib/hash/random-bytes.ts'
import { say } from '../../src/lib/language/say.ts'
import { Unreadable } from '../../src/lib/verify/check.ts'
import type { Site } from '../../src/lib/verify/verify-release.ts'

const nonceBytes = 16

async function ask(path: string): Promise<Response> {
  // A cached answer may be a minute old, with a proof for a smaller log.
  const response = await fetch(path, { cache: 'no-cache' }).catch(() => undefined)
  if (!response) throw new Unreadable(say('This site does not answer. Check the connection and try again.'))
  if (response.status === 429) throw new Unreadable(say('This site was asked too often. Try again in a minute.'))
  if (!response.ok)
    throw new Unreadable(
      say('This site cannot answer right now ({status}). Try again later.', { status: response.status }),
    )
  return response
}

export const thisSite: Site = {
  // Without https a site may be open under names that are not its own, such as an address at home.
  ...(globalThis.location?.protocol === 'https:' ? { host: globalThis.location.host } : {}),
  nonce: () => base64urlnopad.encode(randomBytes(nonceBytes)),
  text: async (path) => (await ask(path)).text(),
  bytes: async (path) => new Uint8Array(await (await ask(path)).arrayBuffer()),
  // Through this site: a page reaches no other, and a witness need not learn who reads here.
  seenBy: async ({ verifierKey }) => (await ask(`/log/witness/${verifierKey.split('+')[1]}`)).text(),
}
