import { type BlockedWord, mostBlocked, readBlockedWord } from '../lib/account/block-list.ts'
import { readAddress } from '../platform/mail/address.ts'

type Env = Readonly<Record<string, string | undefined>>
type Fault = <T>(name: string, problem: string, value: T) => T

/** The block lists of the site (rule: block-lists), empty without them. */
export type BlockLists = {
  readonly words: readonly BlockedWord[]
  /** In the form of stored addresses. */
  readonly domains: ReadonlySet<string>
}

/** Reads the block lists of the site; wrong variables are reported to `fault`. */
export function readBlockLists(env: Env, fault: Fault): BlockLists {
  const read = <T>(name: string, readOne: (text: string) => T | undefined, problem: string): T[] => {
    const parts = (env[name] ?? '').split(/[,\n]/).map((part) => part.trim())
    const entries = parts.filter(Boolean).map((written) => ({ written, entry: readOne(written) }))
    if (entries.length > mostBlocked) return fault(name, `must have at most ${mostBlocked} entries`, [])
    const wrong = entries.find(({ entry }) => entry === undefined)
    if (wrong) return fault(name, `${problem}, but one is "${wrong.written}"`, [])
    return entries.flatMap(({ entry }) => entry ?? [])
  }
  return {
    words: read('BLOCKED_WORDS', readBlockedWord, 'must be words with a letter or digit'),
    domains: new Set(read('BLOCKED_EMAIL_DOMAINS', readDomain, 'must be domains such as mail.example')),
  }
}

function readDomain(written: string): string | undefined {
  const address = readAddress(`a@${written.replace(/^(?:\*\.|@|\.)/, '')}`)
  return address?.slice(address.lastIndexOf('@') + 1)
}
