import { join, relative } from 'node:path'
import type { Ctx } from '../../../context.ts'
import type { Place } from '../../../lib/file/file-place.ts'
import { hmac, sameText } from '../../../lib/hash/hmac.ts'
import { configState, ownState } from '../../own-state.ts'
import { createProxyTest } from '../request/client-address.ts'

/** The header by which the printed configuration of nginx shows that it is that. */
export const nginxHeader = 'x-tapedeck-nginx'

/** Nobody can ask for these from outside. */
export const nginxFolder = '/_tapedeck_files/'
export const nginxBucket = '/_tapedeck_bucket'

/** Returns what the header says: only this site and its nginx know it. */
export const nginxToken = ({ secrets }: Pick<Ctx, 'secrets'>): string => hmac(secrets.audioToken, 'nginx in front')

/** nginx on this machine, which can read the program's files, or on another one. */
type Nginx = 'here' | 'elsewhere'

const passedOn = ownState(() => new WeakMap<Request, Nginx>())
const proxyTest = configState(({ config }) => ({ isProxy: createProxyTest(config.trustedProxies) }))

const loopback = /^(?:127\.|::1$|::ffff:127\.)/

/**
 * Notes whether a request came through our nginx: from a proxy that is trusted, with the header of
 * the configuration that this program prints. To anybody else an address of the bucket would be
 * sent as it is, and they could read the file.
 */
export function noteNginx(ctx: Ctx, request: Request, server: Bun.Server<unknown> | null): void {
  if (ctx.config.accel !== 'nginx') return
  const said = request.headers.get(nginxHeader)
  if (said === null || !sameText(said, nginxToken(ctx))) return
  const peer = server?.requestIP(request)?.address
  if (peer === undefined || !proxyTest(ctx).isProxy(peer)) return
  passedOn(ctx).set(request, loopback.test(peer) ? 'here' : 'elsewhere')
}

export const isFromNginx = (ctx: Ctx, request: Request): boolean => passedOn(ctx).has(request)

/** Returns undefined when we have to send the file. */
export function readByNginx(ctx: Ctx, request: Request, place: Place): string | undefined {
  const nginx = passedOn(ctx).get(request)
  if (nginx === undefined) return undefined
  if (!('path' in place)) {
    const { pathname, search } = new URL(place.address())
    return `${nginxBucket}${pathname}${search}`
  }
  if (nginx === 'elsewhere') return undefined
  const path = relative(join(ctx.config.dataDir, 'blobs'), place.path)
  return path.startsWith('..') ? undefined : nginxFolder + path.split('/').map(encodeURIComponent).join('/')
}
