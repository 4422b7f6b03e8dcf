import { say } from '../../../lib/language/say.ts'
import type { Check } from '../../../platform/check.ts'
import { isLoopback } from '../../../platform/http/site/site.ts'
import { unnamedProxy } from '../../../platform/http/site/unnamed-proxy.ts'

/** Checks for https, or this machine only, and that the proxy in front is known. */
export const configurationCheck: Check = {
  name: 'configuration',
  place: 20,
  look(ctx) {
    const {
      config: { addressName, baseUrl },
      site,
    } = ctx
    const { hostname, protocol } = new URL(site.origin)
    const isHere = isLoopback(hostname.replace(/^\[|\]$/g, ''))
    if (baseUrl === undefined && isHere) {
      const fix = say('set {name} to the address that people type, such as https://music.example', {
        name: addressName,
      })
      return { note: say('{name} is not set: only this machine can open the site', { name: addressName }), fix }
    }
    const proxy = unnamedProxy(ctx)
    if (proxy !== undefined) {
      return {
        problem: say(
          'a proxy at {proxy} passes visitors on, and all of them count as one: sign-in locks everybody out',
          {
            proxy,
          },
        ),
        fix: say('set TRUSTED_PROXIES to {proxy}', { proxy }),
      }
    }
    if (protocol === 'https:' || isHere) return {}
    return {
      problem: say('the address is {address}: passwords and sessions are sent unencrypted', { address: site.origin }),
      fix: say('put the service behind https and set {name} to the https address', { name: addressName }),
    }
  },
}
