import type { Check } from './check.ts'

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** Checks whether the instance is reached by https, or only from this machine. */
export const configuration: Check = {
  name: 'configuration',
  look({ config: { baseUrl } }) {
    if (baseUrl === undefined) return { note: 'BASE_URL is not set: only this machine can open the site' }
    if (baseUrl.protocol === 'https:' || loopback.test(baseUrl.hostname)) return {}
    return {
      problem: `BASE_URL is ${baseUrl.origin}: passwords and sessions are sent unencrypted`,
      mend: 'put the service behind https and set BASE_URL to the https address',
    }
  },
}
