import { existsSync, readFileSync, statSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { closeDb } from '../../../db/open.ts'
import type { Config } from '../../config.ts'
import { nginxToken } from '../../platform/http/site/nginx.ts'
import { nginxConfiguration } from '../../platform/http/site/nginx-configuration.ts'
import { openName } from '../../platform/http/site/site.ts'
import { openCtx } from './open-ctx.ts'
import type { Machine } from './start-serving.ts'

const page =
  '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
  '<title>Back in a moment</title><p>This site is being restarted. It will be back in a moment.</p></html>'

const api = { error: 'This site is being restarted.', code: 'UNAVAILABLE', hint: 'Try again in a moment.' }

/** The text that stands for the id of a request in what is answered while the program is away. */
export const requestIdVariable = '$tapedeck_id'

/**
 * `tapedeck nginx`: prints the whole configuration of nginx in front of this site. `v1Away`: what
 * the public API answers when nothing can be served, with `requestIdVariable` for the request's id.
 * Returns the exit code.
 */
export async function nginxCommand(
  config: Config,
  machine: Machine,
  v1Away: string,
  print: (line: string) => void,
  warn: (line: string) => void,
): Promise<number> {
  if (config.accel !== 'nginx') {
    warn('Set ACCEL=nginx and TRUSTED_PROXIES=127.0.0.1 first, for this command and for the site, and restart it.')
    return 1
  }
  const ctx = await openCtx(config, machine, warn)
  try {
    if (ctx.config.domain !== undefined) {
      warn('This site was last served with --domain, by HTTPS of its own. Set BASE_URL instead, and let nginx do that.')
      return 1
    }
    const { host, port, dataDir, bucket } = ctx.config
    print(
      nginxConfiguration({
        origin: new URL(ctx.site.origin),
        program: `${openName(host) === 'localhost' ? '127.0.0.1' : openName(host)}:${port}`,
        token: nginxToken(ctx),
        files: { dir: resolve(dataDir, 'blobs'), user: userOf(dataDir) },
        bucket: bucket && { origin: new URL(bucket.endpoint), resolver: resolverOf() },
        certificates: '/etc/letsencrypt/live',
        cache: '/var/cache/nginx',
        run: '/run',
        logs: '/var/log/nginx',
        away: { v1: v1Away, api: JSON.stringify(api), page },
      }),
    )
    return 0
  } finally {
    closeDb(ctx.db)
  }
}

/** Returns the name of the user whom a folder belongs to, or where it has none, its number. */
function userOf(folder: string): string {
  const uid = String(statSync(join(folder, 'tapedeck.db')).uid)
  const users = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8').split('\n') : []
  return users.map((line) => line.split(':')).find(([, , id]) => id === uid)?.[0] ?? uid
}

/** Returns the servers as nginx takes them: it looks up the bucket again and again. */
function resolverOf(): string {
  const text = existsSync('/etc/resolv.conf') ? readFileSync('/etc/resolv.conf', 'utf8') : ''
  const found = [...text.matchAll(/^nameserver\s+(\S+)/gm)].map(([, address = '']) => address)
  const usable = found.filter((address) => isIP(address) !== 0)
  return (usable.length > 0 ? usable : ['127.0.0.53']).map((each) => (isIP(each) === 6 ? `[${each}]` : each)).join(' ')
}
