import { lookup } from 'node:dns/promises'
import { base64urlnopad } from '@scure/base'
import { publicTarget } from '../../../lib/address/public-target.ts'
import { randomBytes } from '../../../lib/hash/random-bytes.ts'
import { uuidPattern } from '../../../lib/hash/uuid.ts'
import { Altered, Unreadable } from '../../../lib/verify/check.ts'
import { hostOf } from '../../../lib/verify/check-signature.ts'
import { headPath } from '../../../lib/verify/check-witness.ts'
import { readWitnessKey } from '../../../lib/verify/note/cosignature.ts'
import type { Site } from '../../../lib/verify/verify-release.ts'
import { readBounded } from '../../../platform/http/request/read-bounded.ts'
import { isLoopback } from '../../../platform/http/site/site.ts'

const longestBytes = 32_000_000
const patienceMs = 60_000
const tries = 4
const nonceBytes = 16
const witnessPatienceMs = 10_000
const longestHead = 65_536

/** Throws Unreadable when there is none. */
export function releaseAt(address: string): { url: URL; releaseId: string } {
  const url = URL.parse(address)
  const releaseId = url?.pathname.split('/').find((part) => uuidPattern.test(part))
  if (!url || releaseId === undefined) throw new Unreadable(`${address} is not the address of a release.`)
  return { url, releaseId }
}

/** A site read over the network. On its own machine a site has other host names. */
export function remoteSite({ origin, host, hostname }: URL): Site {
  const read = async (path: string): Promise<Uint8Array> => {
    const address = origin + path
    const tooLong = () => new Unreadable(`The answer for ${path} is longer than one can be.`)
    for (let left = tries; ; left -= 1) {
      const response = await reach(address, ask(address))
      const waitSec = Number(response.headers.get('retry-after') ?? 1)
      if (response.ok) return reach(address, readBounded(response, longestBytes, tooLong))
      await response.body?.cancel()
      const isLater = response.status === 429 && left > 1 && waitSec * 1000 <= patienceMs
      if (!isLater) throw new Unreadable(`${host} answered ${response.status} for ${path}.`)
      await Bun.sleep(waitSec * 1000)
    }
  }
  const named = isLoopback(hostname.replace(/^\[|\]$/g, '')) ? {} : { host }
  return {
    ...named,
    nonce: () => base64urlnopad.encode(randomBytes(nonceBytes)),
    text: async (path) => new TextDecoder().decode(await read(path)),
    bytes: read,
    seenBy: ({ url }, origin) => readWitness(`${url}/${headPath(origin)}`, 'host' in named),
  }
}

/**
 * Returns what a witness answers, whose address a site has named: one that is public, without
 * redirects, unless the site itself is on this machine. Throws Unreadable.
 */
async function readWitness(address: string, isElsewhere: boolean): Promise<string> {
  const resolve = async (host: string) => (await lookup(host, { all: true })).map((found) => found.address)
  const target = isElsewhere ? publicTarget(address, resolve) : { url: address, headers: {}, tls: {} }
  const { url, ...init } = await reach(address, Promise.resolve(target))
  const signal = AbortSignal.timeout(witnessPatienceMs)
  const response = await reach(address, fetch(url, { ...init, redirect: 'manual', signal }))
  const bytes = await reach(
    address,
    readBounded(response, longestHead, () => new Unreadable(`${address} is too long.`)),
  )
  if (response.status !== 200) throw new Unreadable(`${address} answered ${response.status}.`)
  return new TextDecoder().decode(bytes)
}

/** The site that a name (did:web) stands for; one on this machine is asked without https. */
export function siteOfIssuer(did: string): Site {
  const host = /^did:web:([^:/?#]+)$/.test(did) ? hostOf(did) : ''
  const url = URL.parse(`https://${host}`)
  if (!url || host === '') throw new Altered(`${did} is the name of no site.`)
  return remoteSite(isLoopback(url.hostname) ? new URL(`http://${host}`) : url)
}

const ask = (address: string): Promise<Response> =>
  fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(patienceMs) })

/** Throws Unreadable when the connection fails, before or during the answer. */
async function reach<T>(address: string, answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof Unreadable) throw error
    throw new Unreadable(`${address} cannot be reached: ${error instanceof Error ? error.message : String(error)}.`)
  }
}

/** Returns the text of a saved file. Throws Unreadable. */
export async function readSaved(path: string): Promise<string> {
  const file = Bun.file(path)
  if (!(await file.exists())) throw new Unreadable(`There is no file ${path}.`)
  if (file.size > longestBytes) throw new Unreadable(`${path} is longer than such a file can be.`)
  return file.text()
}

/** Returns the keys of witnesses in a file, a line each. Throws Unreadable for one that is none. */
export async function readWitnessKeys(path: string): Promise<string[]> {
  const lines = (await readSaved(path)).split(/\r?\n/).map((line) => line.trim().split(/\s/)[0] ?? '')
  const keys = lines.filter(Boolean)
  const wrong = keys.find((key) => !readWitnessKey(key))
  if (wrong !== undefined || keys.length === 0) {
    throw new Unreadable(`${path} has to have a key of a witness in each line, such as witness.example/w+1a2b3c4d+BA….`)
  }
  return keys
}
