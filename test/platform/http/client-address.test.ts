import { describe, expect, test } from 'bun:test'
import { readConfig } from '../../../src/config.ts'
import { createClientAddress } from '../../../src/platform/http/request/client-address.ts'
import { startServer } from '../../support/server.ts'

/** Asks v1 with each of these X-Forwarded-For in turn, and gives the statuses. */
async function ask(url: string, forwarded: readonly string[]): Promise<number[]> {
  const statuses: number[] = []
  for (const header of forwarded) {
    statuses.push((await fetch(`${url}/api/v1/artists/nobody`, { headers: { 'x-forwarded-for': header } })).status)
  }
  return statuses
}

const times = (count: number, address: (n: number) => string) => Array.from({ length: count }, (_, n) => address(n))
const all = (count: number) => Array.from({ length: count }, () => 404)

describe('X-Forwarded-For', () => {
  test('of a peer that is not one of the named proxies is not believed, so that nobody evades a limit with it', async () => {
    await using svc = await startServer({ clock: 'stands', env: { TRUSTED_PROXIES: '10.0.0.0/8, 2001:db8::/32' } })
    expect(
      await ask(
        svc.url,
        times(61, (n) => `198.51.100.${n}`),
      ),
    ).toEqual([...all(60), 429])
    expect(await ask(svc.url, ['10.1.1.1', '2001:db8::1', '::1'])).toEqual([429, 429, 429])
  })

  test('gives IPv4 inside IPv6 the bucket of the same IPv4, and each IPv4 one of its own', async () => {
    await using svc = await startServer({ clock: 'stands', env: { TRUSTED_PROXIES: '127.0.0.1' } })
    expect(
      await ask(
        svc.url,
        times(61, () => '::ffff:198.51.100.1'),
      ),
    ).toEqual([...all(60), 429])
    expect(await ask(svc.url, ['198.51.100.1', '::FFFF:C633:6401'])).toEqual([429, 429])
    expect(await ask(svc.url, ['::ffff:198.51.100.2', '198.51.100.3', '::ffff:0:1'])).toEqual([404, 404, 404])
  })

  test('gives each /64 of IPv6 one bucket, and its neighbours others', async () => {
    await using svc = await startServer({ clock: 'stands', env: { TRUSTED_PROXIES: '127.0.0.1' } })
    expect(
      await ask(
        svc.url,
        times(61, (n) => `2001:db8:1:2::${n.toString(16)}`),
      ),
    ).toEqual([...all(60), 429])
    expect(await ask(svc.url, ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:DB8:1:2::'])).toEqual([429, 429])
    expect(await ask(svc.url, ['2001:db8:1:3::1', '2001:db8:1::1', '2001:db8:2:2::1'])).toEqual([404, 404, 404])
  })
})

describe('Who is asking', () => {
  const proxies = '10.0.0.0/8, 192.0.2.1, 2001:db8:ffff::/48'
  // One for all cases, because it remembers the last peer.
  const clientAddress = createClientAddress(readConfig({ TRUSTED_PROXIES: proxies }).trustedProxies)

  test.each([
    ['a peer that is no proxy, whatever it says', '198.51.100.1', '203.0.113.9', '198.51.100.1'],
    ['a neighbour of a proxy', '192.0.2.2', '203.0.113.9', '192.0.2.2'],
    ['a proxy that says nothing', '10.0.0.1', null, '10.0.0.1'],
    ['whom a proxy names', '10.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['whom a proxy named as one address names', '192.0.2.1', '203.0.113.9', '203.0.113.9'],
    ['whom an IPv6 proxy names', '2001:db8:ffff::7', '203.0.113.9', '203.0.113.9'],
    ['whom a proxy at a dual-stack socket names', '::ffff:10.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['a stranger at a dual-stack socket', '::ffff:198.51.100.1', '203.0.113.9', '198.51.100.1'],
    ['the last that is no proxy, and not who was written before it', '10.0.0.1', '1.2.3.4, 203.0.113.9', '203.0.113.9'],
    ['the one behind a row of proxies', '10.0.0.1', '1.2.3.4,203.0.113.9 , 192.0.2.1,10.9.9.9', '203.0.113.9'],
    ['the first proxy, when all are', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['the proxy, when what it names is no address', '10.0.0.1', 'unknown', '10.0.0.1'],
    ['the last address before what is none', '10.0.0.1', '203.0.113.9, nobody, 10.0.0.2', '10.0.0.2'],
    ['the proxy, when nothing is named', '10.0.0.1', '', '10.0.0.1'],
    ['the proxy, when the last is empty', '10.0.0.1', '203.0.113.9,', '10.0.0.1'],
    ['an IPv6 client by its /64', '10.0.0.1', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['a peer without an address', 'local', '203.0.113.9', 'unknown'],
    ['an IPv6 peer with a zone', 'fe80::1%eth0', null, 'unknown'],
  ])('is %s', (_, peer, forwardedFor, key) => {
    expect([clientAddress(peer, forwardedFor), clientAddress(peer, forwardedFor)]).toEqual([key, key])
    expect(clientAddress('198.51.100.7', forwardedFor)).toBe('198.51.100.7')
    expect(clientAddress('10.0.0.9', '203.0.113.8')).toBe('203.0.113.8')
    expect(clientAddress(peer, forwardedFor)).toBe(key)
  })

  test.each([
    ['0.0.0.0/0', '255.1.2.3'],
    ['128.0.0.0/1', '255.255.255.255'],
    ['10.1.2.3/8', '10.255.255.255'],
    ['192.0.2.7/32', '192.0.2.7'],
    ['::ffff:10.0.0.0/104', '10.9.8.7'],
    ['::/0', '10.9.8.7'],
  ])('is not a proxy of the range %s', (range, proxy) => {
    const clientAddress = createClientAddress(readConfig({ TRUSTED_PROXIES: range }).trustedProxies)
    expect(clientAddress(proxy, '2001:db8::1')).toBe('2001:db8:0:0::/64')
  })

  test.each([
    ['128.0.0.0/1', '127.255.255.255'],
    ['10.0.0.0/8', '11.0.0.0'],
    ['192.0.2.6/31', '192.0.2.8'],
    ['::ffff:10.0.0.0/104', '11.0.0.1'],
    ['2001:db8::/32', '10.0.0.1'],
  ])('is a peer outside the range %s', (range, peer) => {
    const clientAddress = createClientAddress(readConfig({ TRUSTED_PROXIES: range }).trustedProxies)
    expect(clientAddress(peer, '198.51.100.1')).toBe(peer)
  })

  test('is the peer alone where no proxy is named', () => {
    const clientAddress = createClientAddress(readConfig({}).trustedProxies)
    expect(clientAddress('127.0.0.1', '203.0.113.9')).toBe('127.0.0.1')
    expect(clientAddress('::ffff:198.51.100.1', null)).toBe('198.51.100.1')
  })
})
