import { isIP } from 'node:net'

const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/

/**
 * Returns a domain name in the form of certificates (lower case, other alphabets as Punycode), or
 * what is wrong with it (rule: own-certificate).
 */
export function readDomainName(text: string): { domain: string } | { problem: string } {
  if (text.includes('/'))
    return { problem: 'it has to be only a name, such as music.example, without https:// or a path' }
  if (isIP(text.replace(/^\[|\]$/g, ''))) {
    return {
      problem: 'it is an address of a machine. Certificates are for names: get one, and let it point to that address',
    }
  }
  if (text.includes(':')) return { problem: 'it has to be a name without a port; HTTPS_PORT sets another one' }
  const domain = /[\s@?#%\\]/.test(text) ? '' : (URL.parse(`https://${text}`)?.hostname.replace(/\.$/, '') ?? '')
  if (domain === 'localhost' || domain.endsWith('.localhost')) {
    return { problem: 'it is this machine only. Without --domain the site is served there as it is' }
  }
  const labels = domain.split('.')
  const isName =
    labels.length > 1 && labels.every((each) => label.test(each)) && domain.length <= 253 && isIP(domain) === 0
  return isName ? { domain } : { problem: 'it is no name of a site, such as music.example' }
}
