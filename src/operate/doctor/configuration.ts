import type { Check } from '../../platform/check.ts'
import { isLoopback } from '../../platform/http/site.ts'

/** Checks whether the instance is served by https, or only on this machine. */
export const configurationCheck: Check = {
  name: 'configuration',
  look({ config: { addressName, baseUrl }, site }) {
    const { hostname, protocol } = new URL(site.origin)
    const isHere = isLoopback(hostname.replace(/^\[|\]$/g, ''))
    if (baseUrl === undefined && isHere) {
      const fix = `set ${addressName} to the address that people type, such as https://music.example, and restart`
      return { note: `${addressName} is not set: only this machine can open the site`, fix }
    }
    if (protocol === 'https:' || isHere) return {}
    return {
      problem: `the address is ${site.origin}: passwords and sessions are sent unencrypted`,
      fix: `put the service behind https and set ${addressName} to the https address`,
    }
  },
}
