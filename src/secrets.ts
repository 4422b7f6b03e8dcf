import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Config } from './config.ts'

const KeptSecrets = t.Object({ session: t.String(), audioToken: t.String() })

/** Keys that sign cookies and audio addresses. The first session secret signs; all of them verify. */
export type Secrets = { readonly session: readonly string[]; readonly audioToken: string }

/** Secrets from the configuration, or made once and kept in the data folder with mode 0600 (contract 1). */
export function readSecrets(config: Config, random: (bytes: number) => Uint8Array): Secrets {
  const path = join(config.dataDir, 'secrets.json')
  if (!existsSync(path)) {
    const make = () => Buffer.from(random(32)).toString('base64url')
    writeFileSync(path, `${JSON.stringify({ session: make(), audioToken: make() })}\n`, { mode: 0o600, flag: 'wx' })
  }
  const kept = Value.Parse(KeptSecrets, JSON.parse(readFileSync(path, 'utf8')))
  return {
    session: config.sessionSecrets ?? [kept.session],
    audioToken: config.audioTokenSecret ?? kept.audioToken,
  }
}
