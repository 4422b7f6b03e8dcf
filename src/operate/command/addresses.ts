import { networkInterfaces } from 'node:os'
import type { Ctx } from '../../context.ts'
import { isEverywhere, isLoopback } from '../../platform/http/site/site.ts'

/** Returns this machine's addresses in its networks, IPv4 only: those that people type. */
export function networkAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return all.filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address)
}

/**
 * Returns the lines on how to open the site (rule: first-start): its address, and while none is
 * configured, the setting that lets other machines open it too.
 */
export function addressLines({ config, site }: Pick<Ctx, 'config' | 'site'>, found: readonly string[]): string[] {
  const { addressName, baseUrl, host } = config
  const open = `Open ${site.origin}`
  if (baseUrl !== undefined) return [open]
  if (isLoopback(host)) return [`${open} (only on this machine: HOST is ${host})`]
  if (!isEverywhere(host)) return [open]
  const { port } = new URL(site.origin)
  const [first = 'ADDRESS-OF-THIS-MACHINE', ...more] = found
  const others = more.length === 0 ? '' : ` (or ${more.join(', ')})`
  return [
    open,
    `To open it from other machines, set ${addressName}=http://${first}${port && `:${port}`}${others}, or the name that people use, and start again.`,
  ]
}
