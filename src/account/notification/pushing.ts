import { createECDH } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { keptValue } from '../../../db/kept-value.ts'
import type { Db } from '../../../db/open.ts'
import { parseJson } from '../../lib/json/json.ts'
import { createKeyedLock, type KeyedLock } from '../../lib/turn/keyed-lock.ts'
import { givenState } from '../../platform/own-state.ts'

const Keys = t.Object({ publicKey: t.String(), privateKey: t.String() })

export type Pushing = {
  /** VAPID keys (RFC 8292), on P-256 in base64url. */
  readonly keys: { readonly publicKey: string; readonly privateKey: string }
  readonly resolve: (host: string) => Promise<readonly string[]>
  readonly patienceMs: number
  /** Allows one push at a time per subscription. */
  readonly lock: KeyedLock
}

export type PushOptions = Partial<Pick<Pushing, 'resolve' | 'patienceMs'>>

export const pushingOf = givenState<Pushing>('way to push')

/** Its keys are made once and kept: a browser takes pushes only by the key it subscribed with. */
export function createPushing(db: Db, random: (bytes: number) => Uint8Array, options: PushOptions = {}): Pushing {
  return {
    keys: Value.Decode(Keys, parseJson(keptValue(db, 'push-keys', () => JSON.stringify(makeKeys(random))))),
    resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
    patienceMs: 10_000,
    lock: createKeyedLock(),
    ...options,
  }
}

function makeKeys(random: (bytes: number) => Uint8Array) {
  const pair = createECDH('prime256v1')
  const privateKey = Buffer.from(random(32))
  pair.setPrivateKey(privateKey)
  return { publicKey: pair.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
}
